{{/* The namespace that the operator looks after; "*" for all. */}}
{{- define "gyre.watched" -}}
{{ default .Release.Namespace .Values.operator.namespace }}
{{- end }}

{{- define "gyre.operatorVariables" -}}
{{ include "gyre.variable" (list "GYRE_LOG_LEVEL" .Values.logLevel) }}
{{- with include "gyre.otlpEndpoint" . }}
{{ include "gyre.variable" (list "GYRE_OTLP_ENDPOINT" .) }}
{{- end }}
{{- if ne (include "gyre.watched" .) "*" }}
{{ include "gyre.variable" (list "GYRE_OPERATOR_NAMESPACE" (include "gyre.watched" .)) }}
{{- end }}
{{ include "gyre.variable" (list "GYRE_OPERATOR_LEASE_NAMESPACE" .Release.Namespace) }}
{{ include "gyre.variable" (list "GYRE_OPERATOR_PROGRESS_LISTEN" "0.0.0.0:8080") }}
{{ include "gyre.variable" (list "GYRE_OPERATOR_PROGRESS_URL" (printf "http://%s:8080" (include "gyre.host" (list . "operator")))) }}
{{ include "gyre.variable" (list "GYRE_OPERATOR_HEALTH_LISTEN" "0.0.0.0:8081") }}
{{- end }}

{{/*
What the operator may do where it looks after. JobSet and Kueue may come later; rules for what is not there allow nothing. Object, /status and /finalizers apart; no secrets; the verbs reconcile and
fence are asked for by the admission policies. Pods are made by Jobs and Deployments, and deleted by nobody here.
*/}}
{{- define "gyre.operatorRules" -}}
- apiGroups: [gyre.dev]
  resources: [trainingruns, devicepools, devices, deviceleases]
  verbs: [get, list, watch, patch, update]
- apiGroups: [gyre.dev]
  resources: [trainingruns, deviceleases]
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
- apiGroups: [events.k8s.io]
  resources: [events]
  verbs: [create, patch, list]
- apiGroups: [jobset.x-k8s.io]
  resources: [jobsets]
  verbs: [get, list, watch, create, patch, update, delete]
- apiGroups: [kueue.x-k8s.io]
  resources: [workloads]
  verbs: [get, list, watch]
{{- end }}
