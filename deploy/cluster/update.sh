#!/bin/sh
# Backs up, builds the image from these sources, and replaces one node after another while the others serve.
# COMPOSE: docker compose (default) or podman-compose
set -eu
cd "$(dirname "$0")"
compose=${COMPOSE:-docker compose}

# podman-compose --force-recreate would also recreate the services that a node depends on.
recreate() {
  case $compose in
  podman-compose) podman stop -t 30 "memeroom-$1" && podman rm "memeroom-$1" && podman-compose up -d "$1" ;;
  *) $compose up -d --no-deps --force-recreate "$1" ;;
  esac
}

$compose exec -T worker node --no-warnings server/ops/cli/main.ts backup /backup
$compose build web1
for node in web1 web2 worker; do
  recreate "$node"
  until $compose exec -T "$node" node -e "fetch('http://127.0.0.1:3000/api/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"; do
    sleep 2
  done
  # Caddy checks every two seconds, and then uses the node again.
  sleep 10
done
