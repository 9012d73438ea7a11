{{/* What the processes are told. Every variable stands in docs/configuration.md. */}}

{{/* Where blobs are. */}}
{{- define "gyre.blobsUrl" -}}
{{- with .Values.blobs -}}
{{- if eq .kind "s3" -}}
{{- $query := list -}}
{{- with .s3.endpoint }}{{ $query = append $query (printf "endpoint=%s" .) }}{{ end -}}
{{- with .s3.region }}{{ $query = append $query (printf "region=%s" .) }}{{ end -}}
s3://{{ .s3.bucket }}{{ with .s3.prefix }}/{{ . }}{{ end }}{{ with $query }}?{{ join "&" . }}{{ end }}
{{- else -}}
file:/var/lib/gyre/blobs
{{- end -}}
{{- end -}}
{{- end }}

{{- define "gyre.policyUrl" -}}
{{- if .Values.triton.enabled -}}
triton://{{ include "gyre.host" (list . "triton") }}:8001/policy?repository=/var/lib/gyre/models
{{- else -}}
{{ .Values.policy.url }}
{{- end -}}
{{- end }}

{{/* Empty where telemetry goes nowhere. */}}
{{- define "gyre.otlpEndpoint" -}}
{{- if .Values.telemetry.collector.enabled -}}
http://{{ include "gyre.host" (list . "collector") }}:4317
{{- else -}}
{{ .Values.telemetry.otlpEndpoint }}
{{- end -}}
{{- end }}

{{/* (name, value) */}}
{{- define "gyre.variable" -}}
- { name: {{ index . 0 }}, value: {{ index . 1 | toString | quote }} }
{{- end }}

{{/* (name, secret, key) */}}
{{- define "gyre.secretVariable" -}}
- { name: {{ index . 0 }}, valueFrom: { secretKeyRef: { name: {{ index . 1 }}, key: {{ index . 2 }} } } }
{{- end }}

{{/* (root, services): their addresses. */}}
{{- define "gyre.addresses" -}}
{{- $root := index . 0 -}}
{{- range index . 1 }}
{{ include "gyre.variable" (list (printf "GYRE_%s_ADDRESS" (. | upper | replace "-" "_")) (printf "%s:7400" (include "gyre.host" (list $root .)))) }}
{{- end }}
{{- end }}

{{/* (root, component): certificates; the same three variables for calls of services and for the bus. */}}
{{- define "gyre.tlsVariables" -}}
{{- $root := index . 0 -}}
{{- if $root.Values.tls.enabled }}
{{- range $name, $file := dict "CA" "ca.crt" "CERT" "tls.crt" "KEY" "tls.key" }}
{{ include "gyre.variable" (list (printf "GYRE_RPC_TLS_%s" $name) (printf "/etc/gyre/tls/%s" $file)) }}
{{- end }}
{{- end }}
{{- end }}

{{/* Of every process, the command line included. */}}
{{- define "gyre.commonVariables" -}}
{{ include "gyre.variable" (list "GYRE_LOG_LEVEL" .Values.logLevel) }}
{{ include "gyre.variable" (list "GYRE_STATE_DIR" "/tmp") }}
{{ include "gyre.secretVariable" (list "GYRE_STORE_URL" (include "gyre.secret" (list . "store")) "url") }}
{{ include "gyre.variable" (list "GYRE_BLOBS_URL" (include "gyre.blobsUrl" .)) }}
{{- with include "gyre.otlpEndpoint" . }}
{{ include "gyre.variable" (list "GYRE_OTLP_ENDPOINT" .) }}
{{- end }}
{{- end }}

{{/* (root, name, process) */}}
{{- define "gyre.serviceVariables" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $process := index . 2 -}}
{{ include "gyre.variable" (list "GYRE_PROFILE" "cluster") }}
{{ include "gyre.variable" (list "GYRE_LISTEN_ADDRESS" "0.0.0.0:7400") }}
{{ include "gyre.variable" (list "GYRE_TOKENS_FILE" "/etc/gyre/tokens/tokens.json") }}
{{ include "gyre.commonVariables" $root }}
{{- include "gyre.addresses" (list $root $process.calls) }}
{{- if $process.bus }}
{{ include "gyre.secretVariable" (list "GYRE_BUS_URL" (include "gyre.secret" (list $root "bus")) "url") }}
{{ include "gyre.variable" (list "GYRE_BUS_REPLICAS" (ternary (ternary "3" "1" (ge (int (include "gyre.pod" (list $root "nats") | fromYaml).replicas) 3)) ($root.Values.bus.replicas | toString) $root.Values.nats.enabled)) }}
{{- if $root.Values.bus.tlsSecret }}
{{- range $part, $file := dict "CA" "ca.crt" "CERT" "tls.crt" "KEY" "tls.key" }}
{{ include "gyre.variable" (list (printf "GYRE_BUS_TLS_%s" $part) (printf "/etc/gyre/bus-tls/%s" $file)) }}
{{- end }}
{{- end }}
{{- else }}
{{- /* Every process checks it; no server has this name, since this one opens no bus and is given no credential for it. */}}
{{ include "gyre.variable" (list "GYRE_BUS_URL" "nats://unused.invalid:4222") }}
{{- end }}
{{ include "gyre.variable" (list "GYRE_POLICY_URL" (ternary (include "gyre.policyUrl" $root) "local:" (default false $process.policy))) }}
{{- if $process.evidence }}
{{ include "gyre.secretVariable" (list "GYRE_EVIDENCE_URL" (include "gyre.secret" (list $root "evidence")) $name) }}
{{- end }}
{{- with $process.credential }}
{{ include "gyre.secretVariable" (list .variable (include "gyre.secret" (list $root "tokens")) .key) }}
{{- end }}
{{- if and $process.blobs (eq $root.Values.blobs.kind "s3") }}
{{- include "gyre.blobCredentials" $root }}
{{- end }}
{{- if $process.stable }}
- { name: GYRE_WORKER_ID, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
{{ include "gyre.variable" (list "GYRE_ROLLOUT_CONCURRENCY" $root.Values.rollouts.concurrency) }}
{{ include "gyre.variable" (list "GYRE_ROLLOUT_OUTAGE_MINUTES" $root.Values.rollouts.outageMinutes) }}
{{- end }}
{{- if eq $name "trainer-controller" }}
{{ include "gyre.variable" (list "GYRE_POOL" $root.Values.rounds.pool) }}
{{- if $root.Values.trainings.enabled }}
{{ include "gyre.variable" (list "GYRE_LEARNER" "cluster") }}
{{ include "gyre.variable" (list "GYRE_TRAINING_FILE" "/etc/gyre/training/training.json") }}
{{- end }}
{{- end }}
{{- include "gyre.tlsVariables" (list $root $name) }}
{{- if include "gyre.otlpEndpoint" $root }}
{{ include "gyre.variable" (list "GYRE_TRACE_ATTEMPTS" $root.Values.telemetry.traceAttempts) }}
- { name: POD_NAME, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
{{ include "gyre.variable" (list "OTEL_RESOURCE_ATTRIBUTES" (printf "k8s.namespace.name=%s,k8s.pod.name=$(POD_NAME)" $root.Release.Namespace)) }}
{{- end }}
{{- end }}

{{/* (root, component): what the chart tells it, as a list; empty for a component that takes no further variables (pods.COMPONENT.env). */}}
{{- define "gyre.ownVariables" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $process := index (include "gyre.processes" $root | fromYaml) $component -}}
{{- if $process -}}
{{ include "gyre.serviceVariables" (list $root $component $process) }}
{{- else if has $component (list "cli" "collector" "operator" "triton") -}}
{{ include (printf "gyre.%sVariables" $component) $root }}
{{- end -}}
{{- end }}

{{/* (root, component): those, and the further ones of its own. */}}
{{- define "gyre.allVariables" -}}
{{ include "gyre.ownVariables" . }}
{{- range $variable, $value := (include "gyre.pod" . | fromYaml).env }}
{{ include "gyre.variable" (list $variable $value) }}
{{- end }}
{{- end }}

{{/* Without a Secret the client of S3 looks elsewhere, for example at the identity of the service account. */}}
{{- define "gyre.blobCredentials" -}}
{{- with .Values.blobs.s3.existingSecret }}
{{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
{{ include "gyre.secretVariable" (list . $.Values.blobs.s3.existingSecret .) }}
{{- end }}
{{- end }}
{{- end }}
