{{/* What the chart's own Secrets hold. A value that is there already stays as it is, so that an upgrade changes no password. */}}

{{/* (root, secret): the data that the cluster has, decoded; empty without a cluster. */}}
{{- define "gyre.found" -}}
{{- $root := index . 0 -}}
{{- $found := lookup "v1" "Secret" $root.Release.Namespace (printf "%s-%s" (include "gyre.fullname" $root) (index . 1)) -}}
{{- $data := dict -}}
{{- range $key, $value := (default dict $found).data }}{{ $_ := set $data $key (b64dec $value) }}{{ end -}}
{{ toYaml $data }}
{{- end }}

{{/* (found, key): 48 letters and digits, so that it can stand in a URL. */}}
{{- define "gyre.kept" -}}
{{ default (randAlphaNum 48) (index (index . 0) (index . 1)) }}
{{- end }}

{{/* Made once for each rendering, so that Secret and checksums agree. */}}
{{- define "gyre.secrets" -}}
{{- if not (hasKey .Values "made") -}}
{{- $made := dict -}}
{{- $host := include "gyre.fullname" . -}}

{{- $found := include "gyre.found" (list . "tokens") | fromYaml -}}
{{- $tokens := dict -}}
{{- /* Entries that were added by hand stay; the chart says what its own five tokens are. */ -}}
{{- $table := default "{}" (index $found "tokens.json") | fromJson -}}
{{- if hasKey $table "Error" -}}
{{- fail (printf "Secret %s-tokens, key tokens.json: is no JSON object (%s); mend it as docs/configuration.md says, or take the key away" $host $table.Error) -}}
{{- end -}}
{{- range $key := list "worker" "verifier" "trainer" "harness" "admin" -}}
{{- $token := include "gyre.kept" (list $found $key) -}}
{{- $_ := set $tokens $key $token -}}
{{- $_ := set $table (printf "sha256:%s" (sha256sum $token)) (dict "subject" $key "roles" (list $key)) -}}
{{- end -}}
{{- $_ := set $tokens "tokens.json" (toJson $table) -}}
{{- $_ := set $made "tokens" $tokens -}}

{{- range $server, $users := dict "store" (list "gyre") "evidence" (list "curator" "env-manager" "verifier") -}}
{{- $found := include "gyre.found" (list $ $server) | fromYaml -}}
{{- $secret := dict "keyfile" (include "gyre.kept" (list $found "keyfile")) "root-password" (include "gyre.kept" (list $found "root-password")) -}}
{{- range $user := $users -}}
{{- $password := include "gyre.kept" (list $found (printf "%s-password" $user)) -}}
{{- $_ := set $secret (printf "%s-password" $user) $password -}}
{{- $database := ternary "gyre" "evidence" (eq $server "store") -}}
{{- $url := printf "mongodb://%s:%s@%s:27017/%s?replicaSet=gyre" $user $password (include "gyre.mongodbMember" (list $ $server)) $database -}}
{{- $_ := set $secret (ternary "url" $user (eq $server "store")) $url -}}
{{- end -}}
{{- $_ := set $made $server $secret -}}
{{- end -}}

{{- $found := include "gyre.found" (list . "bus") | fromYaml -}}
{{- $password := include "gyre.kept" (list $found "password") -}}
{{- $permissions := "{ publish: [\"gyre.>\", \"$JS.API.>\", \"$JS.ACK.>\"], subscribe: [\"_INBOX.>\"] }" -}}
{{- $servers := list -}}
{{- $routes := include "gyre.kept" (list $found "routes-password") -}}
{{- $others := list -}}
{{- range $i := until (int (include "gyre.pod" (list . "nats") | fromYaml).replicas) -}}
{{- $servers = append $servers (printf "%s:4222" (include "gyre.natsMember" (list $ $i))) -}}
{{- $others = append $others (printf "nats://routes:%s@%s:6222" $routes (include "gyre.natsMember" (list $ $i))) -}}
{{- end -}}
{{- $bus := dict "password" $password "routes-password" $routes "url" (printf "nats://gyre:%s@%s" $password (join "," $servers)) -}}
{{- $_ := set $bus "users.conf" (printf "users: [{ user: gyre, password: %s, permissions: %s }]\n" (quote $password) $permissions) -}}
{{- $_ := set $bus "routes.conf" (printf "authorization { user: routes, password: %s }\nroutes: %s\n" (quote $routes) (toJson $others)) -}}
{{- $_ := set $made "bus" $bus -}}
{{- $_ := set .Values "made" $made -}}
{{- end -}}
{{- end }}

{{- define "gyre.tokensChecksum" -}}
{{- include "gyre.secrets" . -}}
{{- if .Values.tokens.existingSecret -}}
{{ sha256sum .Values.tokens.existingSecret }}
{{- else -}}
{{ index .Values.made "tokens" "tokens.json" | sha256sum }}
{{- end -}}
{{- end }}
