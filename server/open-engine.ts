import type { Config } from './platform/config/config.ts'
import { connect } from './platform/db/connect.ts'
import type { Ownership } from './platform/db/data-dir-owner.ts'
import type { Engine, EngineOptions } from './platform/db/engine.ts'
import { createSlowQueryLog } from './platform/db/slow-queries.ts'
import type { Log } from './platform/deps.ts'

/** A database that is opening. Imports little code, so that startup can load the rest in parallel. */
export interface OpeningEngine {
  engine: Promise<Engine>
  onStatement: EngineOptions['onStatement']
  /** Writes to the log last passed to `useLog`. */
  log: Log
  useLog(log: Log): void
}

export function openEngine(
  { databaseUrl, dataDir, databasePool: poolSize, slowQueryMs }: Config,
  given: { engine?: Engine | undefined; ownership?: Ownership | undefined } = {},
): OpeningEngine {
  let log: Log = { info: () => {}, warn: () => {}, error: (object, message) => console.error(message, object) }
  const logNow: Log = {
    info: (object, message) => log.info(object, message),
    warn: (object, message) => log.warn(object, message),
    error: (object, message) => log.error(object, message),
  }
  const onStatement = createSlowQueryLog({ fromMs: slowQueryMs, warn: logNow.warn })
  const engine = given.engine
    ? Promise.resolve(given.engine)
    : connect({ databaseUrl, dataDir, poolSize, ownership: given.ownership, onStatement })
  // Avoids an unhandled rejection: the caller awaits the promise later.
  engine.catch(() => {})
  return {
    engine,
    onStatement,
    log: logNow,
    useLog(next) {
      log = next
    },
  }
}
