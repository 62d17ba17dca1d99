import { once } from 'node:events'
import { createServer } from 'node:net'
import { openEngine } from './open-engine.ts'
import { type Config, ConfigError, readConfig } from './platform/config/config.ts'
import { ownDataDir } from './platform/db/data-dir-owner.ts'
import { lineOf } from './platform/unavailable.ts'
import { StartPhases } from './start-phases.ts'
import { clientBuilt } from './web-pages/client-built.ts'

/**
 * Reads the configuration, opens everything, listens, and drains on SIGTERM or Ctrl-C. If it cannot start, prints one line and
 * exits with 1.
 */
export async function serve(): Promise<void> {
  try {
    await start(readConfig())
  } catch (error) {
    console.error(`Memeroom cannot start: ${reasonOf(error)}`)
    process.exit(1)
  }
}

/** Opens the embedded database while loading the application's code: each takes a second. */
async function start(config: Config): Promise<void> {
  const phases = new StartPhases()
  phases.end('first code')
  const client = clientBuilt()
  await tryHost(config.host)
  if (config.databaseUrl) {
    const { waitForDatabase } = await import('./platform/db/wait-for-database.ts')
    await waitForDatabase(config.databaseUrl, { say: (line) => console.error(line) })
  }
  // With PostgreSQL, multiple nodes may share a directory.
  const ownership = config.databaseUrl === undefined ? await ownDataDir(config.dataDir) : undefined
  phases.end('lock')
  const code = import('./run.ts')
  // Loading the code blocks this thread, so on a busy machine a connection to PostgreSQL would time out.
  if (config.databaseUrl) await code
  const opening = openEngine(config, { ownership })
  const { run } = await code
  phases.end('code')
  await run(config, { client, ownership, opening, phases })
}

/** Listens briefly, so that an invalid HOST is reported before anything is opened. */
async function tryHost(host: string): Promise<void> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  probe.close()
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return `PORT ${port} is in use already (${address})`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'HOST must be an address of this machine, or a name that leads to one'
  if (code === 'EACCES') return `PORT ${port} cannot be used by this account`
  return lineOf(error)
}
