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
  serverMemory,
} from './bootstrap.mjs'

await runScript(async () => {
  ensureInstalled()
  ensureWebBuilt()
  const server = join(root, 'server', 'main.ts')
  const args = [server, ...process.argv.slice(2)]
  if (!runsOnBundledNode()) return runOnBundledNode(args, { ...serverMemory, ...process.env })
  if (process.platform === 'linux' && process.execve && !process.env.MALLOC_TRIM_THRESHOLD_) {
    // The allocator reads its settings when a process begins: begin again, as the same process.
    process.chdir(root)
    process.execve(process.execPath, [process.execPath, '--no-warnings', ...args], {
      ...serverMemory,
      ...definedEnvironment(),
      NODE_COMPILE_CACHE: compileCache,
    })
  }

  // npm puts the project's Node.js first on the path, so from the second start on this process can become the server.
  module.enableCompileCache?.(compileCache)
  process.chdir(root)
  process.argv[1] = server
  await import(pathToFileURL(server).href)
  return undefined
})

function definedEnvironment() {
  return /** @type {Record<string, string>} */ (
    Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined))
  )
}
