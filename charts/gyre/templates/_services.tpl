{{/* Probes of a service. What it stands on may be gone for a while: that makes it unready, and no restart would bring it back. */}}
{{- define "gyre.serviceProbes" -}}
{{- $health := dict "grpc" (dict "port" 7400) -}}
{{- if .Values.tls.enabled -}}
{{- /* Probes of Kubernetes speak no TLS: this one shows the pod's own certificate, which holds localhost. */ -}}
{{- $health = dict "exec" (dict "command" (list "node" "deploy/cluster/probe.ts" "localhost:7400")) -}}
{{- end -}}
startupProbe:
  {{- toYaml $health | nindent 2 }}
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 60
readinessProbe:
  {{- toYaml $health | nindent 2 }}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 2
livenessProbe:
  tcpSocket: { port: grpc }
  periodSeconds: 20
  timeoutSeconds: 5
  failureThreshold: 3
{{- end }}

{{/* (root, claim, settings) */}}
{{- define "gyre.claimName" -}}
{{- default (printf "%s-%s" (include "gyre.fullname" (index . 0)) (index . 1)) (index . 2).existingClaim -}}
{{- end }}

{{/* (root, component, kind): by use of the processor. Rollout workers may go by the age of the queue instead: templates/keda.yaml. */}}
{{- define "gyre.autoscaler" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $autoscaling := (include "gyre.pod" . | fromYaml).autoscaling -}}
{{- if $autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "gyre.metadata" (list $root $component) | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: {{ index . 2 }}, name: {{ include "gyre.fullname" $root }}-{{ $component }} }
  minReplicas: {{ $autoscaling.minReplicas }}
  maxReplicas: {{ $autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ $autoscaling.cpuPercent }} } }
  behavior:
    # Whatever goes has work in hand: not at once, and not all.
    scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: Pods, value: 1, periodSeconds: 60 }] }
{{- end }}
{{- end }}
