{{/* Labels that select pods. Argument: [root, component] */}}
{{- define "severe.labels" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: severe
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* Name, namespace and labels of an object. Argument: [root, component, name] */}}
{{- define "severe.metadata" -}}
name: {{ index . 2 }}
namespace: {{ (index . 0).Release.Namespace }}
labels:
  {{- include "severe.labels" . | nindent 2 }}
{{- end }}

{{- define "severe.image" -}}
{{- $image := .Values.image -}}
{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{/* Settings of a role, and where its secrets are. Argument: [root, settings of the role] */}}
{{- define "severe.env" -}}
{{- $root := index . 0 -}}
{{- range $name, $value := merge (dict) (index . 1) $root.Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- range $root.Values.secrets.settings }}
- { name: {{ . }}_FILE, value: /run/secrets/severe/{{ . }} }
{{- end }}
{{- end }}

{{/* What no container may do. */}}
{{- define "severe.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Argument: [root, user] */}}
{{- define "severe.pod" -}}
{{- $root := index . 0 -}}
{{- $user := index . 1 -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ $user }}
  runAsGroup: {{ $user }}
  fsGroup: {{ $user }}
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* Replicas on different machines and in different zones, as far as there are some. Argument: [root, component] */}}
{{- define "severe.spread" -}}
{{- $labels := include "severe.labels" . -}}
topologySpreadConstraints:
{{- range tuple "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- $labels | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}

{{/* Where a process may write, and its secrets. */}}
{{- define "severe.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
- name: data
  emptyDir: { sizeLimit: 1Gi }
- name: secrets
  {{- toYaml .Values.secrets.volume | nindent 2 }}
{{- end }}

{{- define "severe.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
- { name: secrets, mountPath: /run/secrets/severe, readOnly: true }
{{- end }}

{{/* infra/nginx.conf with the DNS of the cluster, the services of this release and the proxies before it. */}}
{{- define "severe.routerConfig" -}}
{{- $domain := printf "%s.svc.%s" .Release.Namespace .Values.router.clusterDomain -}}
{{- $text := .Files.Get "files/nginx.conf" -}}
{{- $text = regexReplaceAll "resolver [0-9.:]+" $text (printf "resolver %s" .Values.router.resolver) -}}
{{- range tuple "api" "tiles" -}}
{{- $text = $text | replace (printf "server %s:8080" .) (printf "server %s-%s.%s:8080" $.Release.Name . $domain) -}}
{{- end -}}
{{- if .Values.router.proxies -}}
{{- $lines := list -}}
{{- range .Values.router.proxies }}{{ $lines = append $lines (printf "  set_real_ip_from %s;" .) }}{{ end -}}
{{- $lines = append $lines "  real_ip_header X-Forwarded-For;\n  real_ip_recursive on;\n" -}}
{{- $text = $text | replace "\nhttp {\n" (printf "\nhttp {\n%s" (join "\n" $lines)) -}}
{{- end -}}
{{ $text }}
{{- end }}
