// Exits with 0 if the server in this container is alive. A file, because some versions of podman-compose break quotes in commands.
// biome-ignore lint/style/noProcessEnv: the server's port in the image.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
