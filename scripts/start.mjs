import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  compileCache,
  ensureInstalled,
  ensureWebBuilt,
  root,
  runOnBundledNode,
  runScript,
  runsOnBundledNode,
} from './bootstrap.mjs'

await runScript(async () => {
  ensureInstalled()
  ensureWebBuilt()
  const server = join(root, 'server', 'main.ts')
  if (!runsOnBundledNode()) return runOnBundledNode([server, ...process.argv.slice(2)])

  // npm puts the project's Node.js first on the path, so from the second start on this process can become the server.
  module.enableCompileCache?.(compileCache)
  process.chdir(root)
  process.argv[1] = server
  await import(pathToFileURL(server).href)
  return undefined
})
