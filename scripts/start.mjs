import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  compileCache,
  ensureReadyToServe,
  reexecWithServerMemory,
  root,
  runOnBundledNode,
  runScript,
  runsOnBundledNode,
  serverMemory,
} from './bootstrap.mjs'

await runScript(async () => {
  ensureReadyToServe()
  const server = join(root, 'server', 'main.ts')
  const args = [server, ...process.argv.slice(2)]
  if (!runsOnBundledNode()) return runOnBundledNode(args, { ...serverMemory, ...process.env })
  process.chdir(root)
  reexecWithServerMemory(['--no-warnings', ...args], { NODE_COMPILE_CACHE: compileCache })

  // npm puts the project's Node.js first on the path, so after the first start this process can become the server.
  module.enableCompileCache?.(compileCache)
  process.argv[1] = server
  await import(pathToFileURL(server).href)
  return undefined
})
