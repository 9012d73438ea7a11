{{/* What a release needs of the cluster, and may ask it for before anything is installed. */}}

{{/*
Whether there is a cluster to ask: every namespace has this account. Empty for `helm template`, and where the namespace is made with the release. No right over the
whole cluster is needed: accounts of this namespace are what Helm looks for itself.
*/}}
{{- define "gyre.connected" -}}
{{- if lookup "v1" "ServiceAccount" .Release.Namespace "default" }}true{{ end -}}
{{- end }}

{{/* Secrets that must be in the namespace of the release, as a list: which value names one, its name, its keys. */}}
{{- define "gyre.expectedSecrets" -}}
{{- $expected := list -}}
{{- $keys := dict
  "tokens" (list "tokens.json" "worker" "verifier" "trainer" "harness" "admin")
  "store" (list "url")
  "evidence" (list "curator" "env-manager" "verifier")
  "bus" (list "url") -}}
{{- range $value := list "tokens" "store" "evidence" "bus" -}}
{{- with (index $.Values $value).existingSecret -}}
{{- $expected = append $expected (dict "value" (printf "%s.existingSecret" $value) "name" . "keys" (index $keys $value)) -}}
{{- end -}}
{{- end -}}
{{- with .Values.bus.tlsSecret -}}
{{- $expected = append $expected (dict "value" "bus.tlsSecret" "name" . "keys" (list "ca.crt" "tls.crt" "tls.key")) -}}
{{- end -}}
{{- if and (eq .Values.blobs.kind "s3") .Values.blobs.s3.existingSecret -}}
{{- $expected = append $expected (dict "value" "blobs.s3.existingSecret" "name" .Values.blobs.s3.existingSecret "keys" (list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY")) -}}
{{- end -}}
{{- range .Values.images.pullSecrets -}}
{{- $expected = append $expected (dict "value" "images.pullSecrets" "name" . "keys" (list)) -}}
{{- end -}}
{{- if and .Values.tls.enabled (not .Values.tls.issuer.name) -}}
{{- range concat (keys (include "gyre.processes" . | fromYaml) | sortAlpha) (list "cli") -}}
{{- $expected = append $expected (dict "value" "tls.issuer.name" "name" (printf "%s-%s-tls" (include "gyre.fullname" $) .) "keys" (list "ca.crt" "tls.crt" "tls.key")) -}}
{{- end -}}
{{- end -}}
{{ toJson $expected }}
{{- end }}

{{/* Those that pods of TrainingRuns use, in a namespace of their own: names. */}}
{{- define "gyre.expectedTrainingSecrets" -}}
{{- $names := list -}}
{{- if and .Values.trainings.enabled (ne (include "gyre.trainingsNamespace" .) .Release.Namespace) -}}
{{- $names = concat .Values.images.pullSecrets (without (list .Values.blobs.s3.existingSecret) "") | uniq -}}
{{- end -}}
{{ toJson $names }}
{{- end }}

{{/* What is missing, as a list of problems; empty where there is no cluster to ask. */}}
{{- define "gyre.missing" -}}
{{- $missing := list -}}
{{- if include "gyre.connected" . -}}
{{- range include "gyre.expectedSecrets" . | fromJsonArray -}}
{{- $secret := lookup "v1" "Secret" $.Release.Namespace .name -}}
{{- $with := ternary (printf " with the keys %s" (join ", " .keys)) "" (gt (len .keys) 0) -}}
{{- if not $secret -}}
{{- $what := ternary "is empty, so that Secrets are to be there, and there is no" "names a Secret that is not there:" (eq .value "tls.issuer.name") -}}
{{- $missing = append $missing (printf "%s: %s %s in namespace %s; make it%s, as docs/operations/install.md says" .value $what .name $.Release.Namespace $with) -}}
{{- else -}}
{{- $there := keys (default dict $secret.data) -}}
{{- $lacking := list -}}
{{- range .keys }}{{ if not (has . $there) }}{{ $lacking = append $lacking . }}{{ end }}{{ end -}}
{{- if $lacking -}}
{{- $missing = append $missing (printf "%s: Secret %s has no key %s; add what docs/operations/install.md says of it" .value .name (join ", " $lacking)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if .Values.operator.enabled -}}
{{- $namespace := include "gyre.trainingsNamespace" . -}}
{{- /* A namespace that has just been made may have no account yet. */ -}}
{{- if not (or (lookup "v1" "ServiceAccount" $namespace "default") (lookup "v1" "Namespace" "" $namespace)) -}}
{{- $value := ternary "trainings.namespace" "operator.namespace" (ne .Values.trainings.namespace "") -}}
{{- $missing = append $missing (printf "%s: is %s, and there is no such namespace; make it (kubectl create namespace %s), or name another one" $value $namespace $namespace) -}}
{{- end -}}
{{- end -}}
{{- $groups := list
  (list "tls.issuer.name" (and .Values.tls.enabled (ne .Values.tls.issuer.name "")) "cert-manager.io/v1" "install cert-manager, or leave it empty and bring certificates of your own")
  (list "keda.enabled" .Values.keda.enabled "keda.sh/v1alpha1" "install KEDA, or set it to false")
  (list "monitoring.serviceMonitor.enabled" .Values.monitoring.serviceMonitor.enabled "monitoring.coreos.com/v1" "install the operator of Prometheus, or set it to false")
  (list "monitoring.prometheusRule.enabled" .Values.monitoring.prometheusRule.enabled "monitoring.coreos.com/v1" "install the operator of Prometheus, or set it to false")
  (list "trainings.queue" (and .Values.trainings.enabled (ne .Values.trainings.queue "")) "kueue.x-k8s.io/v1beta1" "install Kueue, or leave it empty")
  (list "crds.enabled" (and .Values.operator.enabled (not .Values.crds.enabled)) "gyre.dev/v1alpha1" "set it to true in one release of the cluster") -}}
{{- range $groups -}}
{{- if and (index . 1) (not ($.Capabilities.APIVersions.Has (index . 2))) -}}
{{- $missing = append $missing (printf "%s: wants %s, which this cluster does not serve; %s" (index . 0) (index . 2) (index . 3)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{ toJson $missing }}
{{- end }}
