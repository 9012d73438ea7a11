{{/* Namespaces that the operator looks after, as a JSON object with the key "namespaces". */}}
{{- define "gyre.watched" -}}
{{ dict "namespaces" (default (list .Release.Namespace) .Values.operator.watchNamespaces | uniq | sortAlpha) | toJson }}
{{- end }}

{{- define "gyre.operatorVariables" -}}
{{ include "gyre.variable" (list "GYRE_LOG_LEVEL" .Values.logLevel) }}
{{- with include "gyre.otlpEndpoint" . }}
{{ include "gyre.variable" (list "GYRE_OTLP_ENDPOINT" .) }}
{{- end }}
{{- end }}

{{/*
What the operator may do in a namespace that it looks after. Object, /status and /finalizers apart; no secrets; the verbs reconcile and
fence are asked for by the admission policies. Pods are made by Jobs and Deployments, and deleted by nobody here.
*/}}
{{- define "gyre.operatorRules" -}}
- apiGroups: [gyre.dev]
  resources: [trainingruns, devicepools, devices, deviceleases]
  verbs: [get, list, watch, patch, update]
- apiGroups: [gyre.dev]
  resources: [trainingruns]
  verbs: [delete]
- apiGroups: [gyre.dev]
  resources: [trainingruns/status, devicepools/status, devices/status, deviceleases/status]
  verbs: [get, patch, update]
- apiGroups: [gyre.dev]
  resources: [trainingruns/finalizers, devicepools/finalizers, devices/finalizers, deviceleases/finalizers]
  verbs: [update]
- apiGroups: [gyre.dev]
  resources: [trainingruns]
  verbs: [reconcile]
- apiGroups: [gyre.dev]
  resources: [devices]
  verbs: [fence]
- apiGroups: [batch]
  resources: [jobs]
  verbs: [get, list, watch, create, patch, update, delete]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [get, list, watch, create, patch, update, delete]
- apiGroups: [""]
  resources: [services, serviceaccounts]
  verbs: [get, list, watch, create, patch, update, delete]
- apiGroups: [""]
  resources: [pods, persistentvolumeclaims]
  verbs: [get, list, watch]
- apiGroups: ["", events.k8s.io]
  resources: [events]
  verbs: [create, patch]
{{- if .Values.operator.jobSet }}
- apiGroups: [jobset.x-k8s.io]
  resources: [jobsets]
  verbs: [get, list, watch, create, patch, update, delete]
{{- end }}
{{- if .Values.operator.kueue }}
- apiGroups: [kueue.x-k8s.io]
  resources: [workloads]
  verbs: [get, list, watch]
{{- end }}
{{- end }}
