{{- define "gateway.name" -}}
{{- if eq .Release.Name .Chart.Name -}}
{{- .Chart.Name -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* It labels pods, so it has 63 characters at the most; one that is longer ends with what tells it from others. */}}
{{- define "gateway.jobName" -}}
{{- $version := default .Chart.AppVersion .Values.image.tag | replace "." "-" | replace "_" "-" | lower -}}
{{- $name := printf "%s-migrate-%s" (include "gateway.name" .) $version | trimSuffix "-" -}}
{{- if gt (len $name) 63 -}}
{{- printf "%s-%s" ($name | trunc 52 | trimSuffix "-") (sha256sum (printf "%s/%s" .Release.Name $name) | trunc 10) -}}
{{- else -}}
{{- $name -}}
{{- end -}}
{{- end -}}

{{- define "gateway.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "gateway.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "gateway.labels" -}}
{{ include "gateway.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "gateway.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "gateway.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "gateway.secrets" -}}
- secretRef:
    name: {{ .Values.existingSecret | quote }}
{{- end -}}

{{- define "gateway.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  {{- /* As text, a number of a million would be 1e+06. */}}
  value: {{ if kindIs "string" $value }}{{ $value | quote }}{{ else }}{{ $value | toJson | quote }}{{ end }}
{{- end }}
- name: HOST
  value: 0.0.0.0
- name: PORT
  value: "8080"
- name: BATCH_GATEWAY_PORT
  value: "8081"
- name: DATA_DIR
  value: /tmp/data
- name: SHUTDOWN_DELAY
  value: {{ printf "%ds" (int .Values.shutdown.delaySeconds) | quote }}
- name: SHUTDOWN_GRACE
  value: {{ printf "%ds" (int .Values.shutdown.graceSeconds) | quote }}
{{- end -}}

{{- define "gateway.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
{{- end -}}
