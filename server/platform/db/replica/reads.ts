import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { Engine } from '../engine.ts'
import { type LogPosition, readLogPosition } from './log-position.ts'
import type { Replica, ReplicaFigures } from './replica.ts'

/** Tells every node who wrote, and where in the log that is. */
const CHANNEL = 'memeroom_wrote'
/** Those who wrote lately, of whom a node knows. */
const READERS_MAX = 20_000

export interface ReadFigures extends ReplicaFigures {
  /** Reads so far by where they were answered; `again`: of the primary, after they had failed on the replica. */
  counts: { replica: number; primary: number; again: number }
}

/** Where lists and pages are read from: a replica that is new enough for who asks, otherwise the primary. */
export interface Reads {
  hasReplica: boolean
  /**
   * Runs a read, which may be run twice: whatever fails on the replica, also by finding nothing, is asked of the primary.
   * @param reader the key of who asks, as `noteWrite` gets it
   */
  read<T>(reader: string, work: (db: Db) => Promise<T>): Promise<T>
  /** These people have written: from now on, on every node, they read what has come as far. Never fails. */
  noteWrite(readers: readonly string[]): Promise<void>
  /** Something has changed that everybody is to see at once, such as a removal. */
  noteChange(): void
  /** Null without a replica. */
  figures(): ReadFigures | null
  /** The same after asking the replica now. */
  look(): Promise<ReadFigures | null>
  close(): Promise<void>
}

/** Without a replica. */
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
  /** Null until it is known. */
  at: LogPosition | null
  until: number
}

export interface ReplicaReadsOptions {
  engine: Pick<Engine, 'db' | 'listen' | 'answeringForMs'>
  replica: Replica
  maxLagMs: number
  now?: () => number
}

/** @throws if the database cannot be listened to */
export async function openReads(options: ReplicaReadsOptions): Promise<Reads> {
  const { engine, replica, maxLagMs, now = Date.now } = options
  // By then a replica has come as far, or is too far behind to be used.
  const keptMs = 2 * maxLagMs
  const writes = new Map<string, Write>()
  const counts = { replica: 0, primary: 0, again: 0 }
  let ofAll: Write | undefined

  function note(reader: string, at: LogPosition | null): void {
    writes.delete(reader)
    writes.set(reader, { at, until: now() + keptMs })
    for (const [oldest, write] of writes) {
      if (write.until > now() && writes.size <= READERS_MAX) break
      // Whoever is forgotten early may read no less than they would have.
      if (write.until > now()) ofAll = later(ofAll, write)
      writes.delete(oldest)
    }
  }

  /** A write of this node whose place is not known yet stays so: the notification may be of an earlier one. */
  function hear(reader: string, at: LogPosition): void {
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

  async function whereNow(): Promise<LogPosition> {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(engine.db)
    return readLogPosition(rows[0]?.at ?? '')
  }

  const listening = await engine.listen(CHANNEL, (payload) => {
    const [at = '', ...readers] = payload.split(' ')
    for (const reader of readers) hear(reader, readLogPosition(at))
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
      const told = sql<{ at: string }>`with here as (select pg_current_wal_insert_lsn()::text as at)
        select at, pg_notify(${CHANNEL}, at || ' ' || ${readers.join(' ')}::text) from here`
      const { rows } = await told.execute(engine.db).catch(() => ({ rows: [] }))
      // Where it could not be asked it stays unknown: this node reads from the primary for a while.
      for (const { at } of rows) for (const reader of readers) note(reader, readLogPosition(at))
    },
    noteChange() {
      const write: Write = { at: null, until: now() + keptMs }
      ofAll = write
      whereNow().then(
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

/** What has reached this has reached both. */
function later(a: Write | undefined, b: Write): Write {
  if (!a) return b
  const at = a.at === null || b.at === null ? null : a.at > b.at ? a.at : b.at
  return { at, until: Math.max(a.until, b.until) }
}
