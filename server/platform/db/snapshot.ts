/** A read-only view of the database at one moment, unaffected by later writes. */
export interface Snapshot {
  /** Yields a query's rows in batches, so that a table of any size needs little memory. Run one query at a time. */
  read(query: string): AsyncIterable<Record<string, unknown>[]>
  close(): Promise<void>
}

type Run = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

const BATCH_ROWS = 500
/** Values as text must not depend on the server's settings. Every connection already sets the time zone. */
const SETTINGS = [
  `set local datestyle = 'ISO'`,
  `set local intervalstyle = 'postgres'`,
  `set local extra_float_digits = 1`,
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
]

/** Opens a snapshot on a dedicated connection, which `close` ends. */
export async function openSnapshot(run: Run, close: () => Promise<void>): Promise<Snapshot> {
  try {
    await run('begin isolation level repeatable read read only')
    for (const setting of SETTINGS) await run(setting)
  } catch (error) {
    await close()
    throw error
  }
  return {
    async *read(query) {
      await run(`declare snapshot_rows no scroll cursor for ${query}`)
      try {
        for (;;) {
          const { rows } = await run(`fetch ${BATCH_ROWS} from snapshot_rows`)
          if (rows.length > 0) yield rows
          if (rows.length < BATCH_ROWS) break
        }
      } finally {
        await run('close snapshot_rows')
      }
    },
    close,
  }
}
