import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { Engine } from '../engine.ts'
import { type LogPosition, readLogPosition } from './log-position.ts'
import type { Replica, ReplicaFigures } from './replica.ts'

/** Notifies every node which readers wrote, and the log position of the write. */
const CHANNEL = 'memeroom_wrote'
/** Maximum number of recent writers that a node tracks. */
const READERS_MAX = 20_000

export interface ReadFigures extends ReplicaFigures {
  /** Number of reads by where they were answered; `again`: on the primary, after failing on the replica. */
  counts: { replica: number; primary: number; again: number }
}

/** Routes reads of lists and pages to a replica that is fresh enough for the reader, otherwise to the primary. */
export interface Reads {
  hasReplica: boolean
  /**
   * Runs a read, possibly twice: if it throws on the replica, even because it finds nothing, it runs again on the primary.
   * @param reader the reader's key, as passed to `noteWrite`
   */
  read<T>(reader: string, work: (db: Db) => Promise<T>): Promise<T>
  /** Routes these users' reads to the primary, on every node, until the replica catches up. Never fails. */
  noteWrite(readers: readonly string[]): Promise<void>
  /**
   * Routes all reads of this node to the primary until the replica catches up: for changes that all users must see at once,
   * such as a removal.
   */
  noteChange(): void
  /** Null without a replica. */
  figures(): ReadFigures | null
  /** Returns the figures after probing the replica. */
  look(): Promise<ReadFigures | null>
  close(): Promise<void>
}

/** Reads for a site without a replica. */
export const readsOf = (db: Db): Reads => ({
  hasReplica: false,
  read: (_reader, work) => work(db),
  noteWrite: async () => {},
  noteChange: () => {},
  figures: () => null,
  look: async () => null,
  close: async () => {},
})

interface Write {
  /** Null until the first check. */
  at: LogPosition | null
  until: number
}

export interface ReplicaReadsOptions {
  engine: Pick<Engine, 'db' | 'listen' | 'answeringForMs'>
  replica: Replica
  maxLagMs: number
  now?: () => number
}

/** @throws if LISTEN fails */
export async function openReads(options: ReplicaReadsOptions): Promise<Reads> {
  const { engine, replica, maxLagMs, now = () => performance.now() } = options
  // After this time, the replica has caught up or lags too far to be used.
  const keptMs = 2 * maxLagMs
  const writes = new Map<string, Write>()
  const counts = { replica: 0, primary: 0, again: 0 }
  let ofAll: Write | undefined

  function note(reader: string, at: LogPosition | null): void {
    writes.delete(reader)
    writes.set(reader, { at, until: now() + keptMs })
    for (const [oldest, write] of writes) {
      if (write.until > now() && writes.size <= READERS_MAX) break
      // Evicting a write early must not weaken its guarantee: apply it to all readers instead.
      if (write.until > now()) ofAll = later(ofAll, write)
      writes.delete(oldest)
    }
  }

  /**
   * Records another node's write. A local write with an unknown position stays unknown: the notification may belong to an
   * earlier write.
   */
  function recordWrite(reader: string, at: LogPosition): void {
    const known = writes.get(reader)
    if (known && known.until > now() && (known.at === null || known.at >= at)) return
    note(reader, at)
  }

  const figures = (): ReadFigures => ({ ...replica.figures(), counts: { ...counts } })

  const isReached = (write: Write | undefined) =>
    !write || write.until <= now() || (write.at !== null && replica.hasReached(write.at))

  function mayUseReplica(reader: string): boolean {
    // Notifications may have been missed while the connection was lost.
    if (engine.answeringForMs() < keptMs || !replica.hasReached(0n)) return false
    if (isReached(ofAll) && isReached(writes.get(reader))) return true
    replica.hurry()
    return false
  }

  async function currentPosition(): Promise<LogPosition> {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(engine.db)
    return readLogPosition(rows[0]?.at ?? '')
  }

  const listening = await engine.listen(CHANNEL, (payload) => {
    const [at = '', ...readers] = payload.split(' ')
    for (const reader of readers) recordWrite(reader, readLogPosition(at))
  })

  return {
    hasReplica: true,
    async read(reader, work) {
      if (!mayUseReplica(reader)) {
        counts.primary += 1
        return work(engine.db)
      }
      try {
        const answer = await work(replica.db)
        counts.replica += 1
        return answer
      } catch {
        counts.again += 1
        return work(engine.db)
      }
    },
    async noteWrite(readers) {
      for (const reader of readers) note(reader, null)
      const position = sql<{ at: string }>`with here as (select pg_current_wal_insert_lsn()::text as at)
        select at, pg_notify(${CHANNEL}, at || ' ' || ${readers.join(' ')}::text) from here`
      const { rows } = await position.execute(engine.db).catch(() => ({ rows: [] }))
      // If the query failed, the position stays unknown: this node reads from the primary for a while.
      for (const { at } of rows) for (const reader of readers) note(reader, readLogPosition(at))
    },
    noteChange() {
      const write: Write = { at: null, until: now() + keptMs }
      ofAll = write
      currentPosition().then(
        (at) => {
          write.at = at
        },
        () => {},
      )
    },
    figures,
    async look() {
      await replica.probe()
      return figures()
    },
    async close() {
      await listening.close()
      await replica.close()
    },
  }
}

/** Combines two writes: a replica that has reached the result has reached both. */
function later(a: Write | undefined, b: Write): Write {
  if (!a) return b
  const at = a.at === null || b.at === null ? null : a.at > b.at ? a.at : b.at
  return { at, until: Math.max(a.until, b.until) }
}
