// `npm run release:fixture`: writes a dump of the current schema with rows in every table, for test/fixtures/releases.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundledNode, root, runScript } from './bootstrap.mjs'
import { defaultFolder, provisionPostgres, startPostgres } from './postgres.mjs'

await runScript(async () => {
  const folder = process.env.TEST_POSTGRES_FOLDER ?? defaultFolder
  provisionPostgres(folder)
  const server = await startPostgres(folder)
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const env = { ...process.env, TEST_DATABASE_URL: server.url, TEST_POSTGRES_FOLDER: folder }
    const child = spawn(bundledNode(), [vitest, 'run', '--project=release'], { cwd: root, env, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    return code ?? 1
  } finally {
    await server.stop()
  }
})
