// Operators' commands on the project's own Node.js, with the server's settings of memory: reading a library's pictures anew
// takes and frees as much as serving does.
import { join } from 'node:path'
import { ensureInstalled, root, runOnBundledNode, runScript, serverMemory } from './bootstrap.mjs'

await runScript(() => {
  ensureInstalled()
  const args = [join(root, 'server', 'cli', 'main.ts'), ...process.argv.slice(2)]
  return runOnBundledNode(args, { ...serverMemory, ...process.env })
})
