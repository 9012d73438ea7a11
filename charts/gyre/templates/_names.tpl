{{/* Names, labels and images. Objects are called RELEASE-COMPONENT; a component is what has pods of its own. */}}

{{- define "gyre.name" -}}
{{ default .Chart.Name .Values.nameOverride }}
{{- end }}

{{/* checks.yaml holds it to 32 characters: every component's name fits behind it, and the pods of a StatefulSet behind that. */}}
{{- define "gyre.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride }}
{{- else if contains (include "gyre.name" .) .Release.Name -}}
{{ .Release.Name }}
{{- else -}}
{{ .Release.Name }}-{{ include "gyre.name" . }}
{{- end -}}
{{- end }}

{{/* (root, component): what pods are selected by; never changes. */}}
{{- define "gyre.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "gyre.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* (root, component) */}}
{{- define "gyre.labels" -}}
{{- $root := index . 0 -}}
{{ include "gyre.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: gyre
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* (root, component): metadata of an object that is called after its component. */}}
{{- define "gyre.metadata" -}}
{{- $root := index . 0 -}}
name: {{ include "gyre.fullname" $root }}-{{ index . 1 }}
namespace: {{ $root.Release.Namespace }}
labels:
  {{- include "gyre.labels" . | nindent 2 }}
{{- end }}

{{/* (root, image): an image of .Values.images by its key; a digest, where given, decides. */}}
{{- define "gyre.image" -}}
{{- $root := index . 0 -}}
{{- $image := index $root.Values.images (index . 1) -}}
{{- $registry := $root.Values.images.registry -}}
{{- if $registry }}{{ trimSuffix "/" $registry }}/{{ end }}{{ $image.repository }}:{{ default $root.Chart.AppVersion $image.tag }}{{ if $image.digest }}@{{ $image.digest }}{{ end }}
{{- end }}

{{/* (root, component): host name of a component's Service within the cluster. */}}
{{- define "gyre.host" -}}
{{- $root := index . 0 -}}
{{ include "gyre.fullname" $root }}-{{ index . 1 }}.{{ $root.Release.Namespace }}.svc
{{- end }}

{{/* (root, component): settings of a component's pods: .Values.pods.default, and over it those of its own name. */}}
{{- define "gyre.pod" -}}
{{- $pods := (index . 0).Values.pods -}}
{{ mergeOverwrite (deepCopy $pods.default) (deepCopy (default dict (index $pods (index . 1)))) | toYaml }}
{{- end }}

{{/* The services by name, with what each needs: files/processes.yaml. */}}
{{- define "gyre.processes" -}}
{{ .Files.Get "files/processes.yaml" }}
{{- end }}

{{/* (root, secret): the Secret of that name among the chart's own, or the one that values name. */}}
{{- define "gyre.secret" -}}
{{- $root := index . 0 -}}
{{- default (printf "%s-%s" (include "gyre.fullname" $root) (index . 1)) (index $root.Values (index . 1)).existingSecret -}}
{{- end }}
