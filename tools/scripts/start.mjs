import { pathToFileURL } from 'node:url'
import {
  ensureReadyToServe,
  forwardSignals,
  isReadyToServe,
  reexecWithServerMemory,
  root,
  runOnBundledNode,
  runScript,
  runsOnBundledNode,
  serverMemory,
  spawnOnBundledNode,
} from './bootstrap.mjs'
import { bundleInBackground, serverProgram } from './server-bundle.mjs'
import { ensureSourceArchive, isSourceArchived } from './source-archive.mjs'

const server = serverProgram()
const args = [server, ...process.argv.slice(2)]
const environment = { ...serverMemory, ...process.env }

/** Starts the server, which prepares its database and the demo, while the client is built. It responds once both are done. */
async function serveWhileGettingReady() {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  /** @type {Promise<number> | undefined} */
  let ended
  const building = new AbortController()
  try {
    await ensureReadyToServe({
      onInstalled(isClientComing) {
        child = isClientComing
          ? spawnOnBundledNode([...args, '--client-comes'], environment, ['inherit', 'inherit', 'inherit', 'ipc'])
          : spawnOnBundledNode(args, environment, 'inherit')
        ended = forwardSignals(child).finally(() => building.abort())
      },
      onBuilt() {
        if (child?.connected) child.send('client built')
        return bundleInBackground()
      },
      signal: building.signal,
    })
    await ensureSourceArchive()
  } catch (error) {
    // The one that failed first has already printed the reason.
    if (!building.signal.aborted) {
      child?.kill()
      await ended
      throw error
    }
  }
  return ended
}

await runScript(async () => {
  if (!isReadyToServe() || !isSourceArchived()) return serveWhileGettingReady()
  if (!runsOnBundledNode()) return runOnBundledNode(args, environment)
  process.chdir(root)
  reexecWithServerMemory(['--no-warnings', ...args])

  // npm puts the project's Node.js first in PATH, so after the first start this process can become the server.
  process.argv[1] = server
  await import(pathToFileURL(server).href)
  return undefined
})
