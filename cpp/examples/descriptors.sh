#!/usr/bin/env bash
# A server without file descriptors left says so once, waits instead of trying all the time, and accepts again when connections have ended:
# descriptors.sh SERVER
set -euo pipefail
folder=$(mktemp -d)
# The server has some nine descriptors open by itself.
(ulimit -n 16 && exec "$1" echo 0) >"$folder/output" 2>"$folder/log" &
trap 'kill $!; rm -rf "$folder"' EXIT

# wait_for FILE TEXT: until the line is there.
wait_for() {
  for ((tries = 0; tries < 200; tries++)); do
    ! grep -q "$2" "$folder/$1" || return 0
    sleep 0.1
  done
  echo "\"$2\" did not appear" && return 1
}

wait_for output 'listening on'
server=/dev/tcp/127.0.0.1/$(sed -n 's/listening on //p' "$folder/output")
clients=()
for ((i = 0; i < 16; i++)); do
  exec {client}<>"$server"
  clients+=("$client")
done
wait_for log 'not accepted: '
sleep 2
[ "$(grep -c 'not accepted: ' "$folder/log")" -eq 1 ] || { cat "$folder/log" && exit 1; }

for client in "${clients[@]}"; do
  exec {client}>&-
done
wait_for log 'accepted again after '
failed=$(sed -n 's/accepted again after \([0-9]*\) failed tries/\1/p' "$folder/log" | head -n 1)
((failed > 1 && failed <= 10 * (SECONDS + 1))) || { echo "$failed tries in $SECONDS seconds" && exit 1; }

# A packet comes back.
exec {client}<>"$server"
printf '\1\0\130\33x' >&"$client"
head -c 5 <&"$client" | cmp - <(printf '\1\0\130\33x')
