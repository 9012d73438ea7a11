{{/* What the pods of all components have in common. */}}

{{/* (root, component, uid): the head of a pod's spec. */}}
{{- define "gyre.podHead" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $uid := index . 2 -}}
{{- $pod := include "gyre.pod" . | fromYaml -}}
serviceAccountName: {{ include "gyre.serviceAccountName" . }}
automountServiceAccountToken: {{ include "gyre.asksApiServer" (list $root $component) | eq "true" }}
enableServiceLinks: false
terminationGracePeriodSeconds: {{ $pod.terminationGracePeriodSeconds }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ $uid }}
  runAsGroup: {{ $uid }}
  fsGroup: {{ $uid }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if ne $pod.topologySpread "off" }}
topologySpreadConstraints:
  {{- /* Over nodes it is a wish: as a demand it would take as many nodes as pods grow by. */}}
  {{- range $key, $unsatisfiable := dict "topology.kubernetes.io/zone" $pod.topologySpread "kubernetes.io/hostname" "ScheduleAnyway" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: {{ $unsatisfiable }}
    # Nodes whose taints keep the pod away are no place where one is missing.
    nodeTaintsPolicy: Honor
    # Pods of the revision before are on their way out. Those of StatefulSets have no such label, and count together.
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "gyre.selector" (list $root $component) | nindent 8 }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "gyre.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* (root, component): labels and annotations of the pod template, without checksums. */}}
{{- define "gyre.podLabels" -}}
{{- $pod := include "gyre.pod" . | fromYaml -}}
{{ include "gyre.labels" . }}
{{- with $pod.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "gyre.serviceAccountName" -}}
{{- $root := index . 0 -}}
{{- $account := (include "gyre.pod" . | fromYaml).serviceAccount -}}
{{- if $account.create -}}
{{ default (printf "%s-%s" (include "gyre.fullname" $root) (index . 1)) $account.name }}
{{- else -}}
{{ default "default" $account.name }}
{{- end -}}
{{- end }}

{{/* (root, component) */}}
{{- define "gyre.serviceAccount" -}}
{{- $root := index . 0 -}}
{{- $account := (include "gyre.pod" . | fromYaml).serviceAccount -}}
{{- if $account.create }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "gyre.serviceAccountName" . }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "gyre.labels" . | nindent 4 }}
  {{- with $account.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}
{{- end }}

{{/* (root, component): only where more than one pod runs always; with one, it would only keep nodes from being drained. */}}
{{- define "gyre.disruptionBudget" -}}
{{- $pod := include "gyre.pod" . | fromYaml -}}
{{- $keda := (index . 0).Values.keda -}}
{{- $least := ternary $pod.autoscaling.minReplicas $pod.replicas $pod.autoscaling.enabled -}}
{{- if and $keda.enabled (eq (index . 1) "rollout-worker") }}{{ $least = $keda.minReplicas }}{{ end -}}
{{- $least = int $least -}}
{{- if gt $least 1 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "gyre.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "gyre.selector" . | nindent 6 }}
{{- end }}
{{- end }}

{{/* (root, component, claim settings, component that the claim is called after) */}}
{{- define "gyre.claim" -}}
{{- $volume := index . 2 }}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  {{- include "gyre.metadata" . | nindent 2 }}
  annotations: { helm.sh/resource-policy: keep }
spec:
  accessModes: [{{ $volume.accessMode }}]
  {{- with $volume.storageClassName }}
  storageClassName: {{ . }}
  {{- end }}
  resources: { requests: { storage: {{ $volume.size }} } }
{{- end }}
