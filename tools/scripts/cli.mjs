// Runs operator commands on the project's own Node.js with the server's memory settings; reindexing uses as much memory as
// serving.
import { join } from 'node:path'
import { ensureInstalled, root, runOnBundledNode, runScript, serverMemory } from './bootstrap.mjs'

await runScript(() => {
  ensureInstalled({ withDev: false })
  const args = [join(root, 'server/ops/cli/main.ts'), ...process.argv.slice(2)]
  return runOnBundledNode(args, { ...serverMemory, ...process.env })
})
