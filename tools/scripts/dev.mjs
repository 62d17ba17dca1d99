// Restarts the server and reloads the browser on every change; one Ctrl-C ends both.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundledNode, ensureInstalled, forwardSignals, root, runScript } from './bootstrap.mjs'

await runScript(async () => {
  ensureInstalled()
  // Links in emails must lead to the Vite server, which proxies /api and /media.
  const env = { PUBLIC_URL: 'http://localhost:5173', ...process.env }
  const children = [
    ['--watch', '--watch-preserve-output', join(root, 'server', 'main.ts')],
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js')],
  ].map((args) => spawn(bundledNode(), args, { cwd: root, stdio: 'inherit', env }))

  const ends = children.map(forwardSignals)
  const code = await Promise.race(ends)
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(ends)
  // Ctrl-C is the normal way to exit.
  return code === 130 || code === 143 ? 0 : code
})
