{{/* Namespace of the runs that the trainer-controller creates. */}}
{{- define "gyre.trainingsNamespace" -}}
{{- $watched := include "gyre.watched" . -}}
{{ default (ternary .Release.Namespace $watched (eq $watched "*")) .Values.trainings.namespace }}
{{- end }}

{{/* Where checkpoints of runs lie: named by values, or beside the blobs. */}}
{{- define "gyre.checkpointsUri" -}}
{{- if .Values.trainings.checkpoints -}}
{{ .Values.trainings.checkpoints }}
{{- else if eq .Values.blobs.kind "s3" -}}
{{- $parts := splitn "?" 2 (include "gyre.blobsUrl" .) -}}
{{ $parts._0 }}/checkpoints{{ with $parts._1 }}?{{ . }}{{ end }}
{{- else -}}
file:///var/lib/gyre/blobs/checkpoints
{{- end -}}
{{- end }}

{{/* What GYRE_TRAINING_FILE holds (docs/configuration.md). Trainer pods reach the blobs as the services do, in a namespace that may be another. */}}
{{- define "gyre.trainingFile" -}}
{{- $trainings := .Values.trainings -}}
{{- $env := list (dict "name" "GYRE_BLOBS_URL" "value" (include "gyre.blobsUrl" .)) -}}
{{- $pods := dict "image" (include "gyre.image" (list . "services")) "args" (list "services/trainer-controller/learners/container/main.ts") "cpu" $trainings.cpu "memory" $trainings.memory -}}
{{- if eq .Values.blobs.kind "s3" -}}
{{- with .Values.blobs.s3.existingSecret -}}
{{- range $key := list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" -}}
{{- $env = append $env (dict "name" $key "secretKeyRef" (dict "name" $.Values.blobs.s3.existingSecret "key" $key)) -}}
{{- end -}}
{{- end -}}
{{- else -}}
{{- $_ := set $pods "volumeClaims" (list (dict "claimName" (include "gyre.claimName" (list . "blobs" .Values.blobs.volume)) "mountPath" "/var/lib/gyre/blobs")) -}}
{{- end -}}
{{- $_ := set $pods "env" $env -}}
{{- with .Values.images.pullSecrets -}}
{{- $names := list -}}
{{- range . }}{{ $names = append $names (dict "name" .) }}{{ end -}}
{{- $_ := set $pods "imagePullSecrets" $names -}}
{{- end -}}
{{- range $key := list "nodeSelector" "priorityClassName" "serviceAccountName" -}}
{{- with index $trainings $key }}{{ $_ := set $pods $key . }}{{ end -}}
{{- end -}}
{{- $file := dict "namespace" (include "gyre.trainingsNamespace" .) "checkpoints" (include "gyre.checkpointsUri" .) "pods" $pods "maxRestarts" (int $trainings.maxRestarts) "progressDeadlineSeconds" (int $trainings.progressDeadlineSeconds) -}}
{{- with $trainings.queue }}{{ $_ := set $file "queue" . }}{{ end -}}
{{ toPrettyJson $file }}
{{- end }}

{{/* Whether a component speaks to the API server, and so has a token of it; empty if not. */}}
{{- define "gyre.asksApiServer" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- if or (eq $component "operator") (and (eq $component "trainer-controller") $root.Values.trainings.enabled) }}true{{ end -}}
{{- end }}
