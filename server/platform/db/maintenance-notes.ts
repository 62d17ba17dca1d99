import type { Background } from './engine.ts'
import type { Changes, CountedTable } from './maintenance-rules.ts'
import { type Counters, readCounters, readNotes, writeNotes } from './maintenance-statements.ts'

interface Written {
  /** False while a process has the database open, and after a process ended without closing it. */
  isClosed: boolean
  tables: Record<string, Changes>
}

/** Baseline for this process's counters. */
interface Base {
  /** Work left over from earlier processes, which this process's counters do not include. */
  carried: Changes
  /** Counter value at the last maintenance, for counters that the engine does not reset itself. */
  modified: number
  dead: number
  deadEntries: number
}

/** System catalogs change little and are already analyzed in a new database. */
const isOfSystem = ({ name }: Counters) => name.startsWith('pg_')

const NOTHING: Changes = { modified: 0, inserted: 0, dead: 0, deadEntries: 0 }

/**
 * Tracks changes in each table since its last maintenance. PGlite counts changes like PostgreSQL, but loses the counts when
 * closed. Therefore the remaining work is stored in `settings` on closing and read at the next start. After a kill nothing is
 * stored, and every table counts as due.
 */
export class MaintenanceNotes {
  readonly #run: Background['run']
  readonly #bases = new Map<number, Base>()
  readonly #unknown = new Set<number>()
  #written: Written | null | undefined
  #last: Counters[] = []
  #isOpen = false

  constructor(run: Background['run']) {
    this.#run = run
  }

  /** Marks the database as open, so that the next process can detect if this one ended without `close`. */
  async open(): Promise<void> {
    this.#isOpen = true
    await this.write()
  }

  async close(): Promise<void> {
    const isMaintained = this.#last.length > 0 && this.#unknown.size === 0
    if (!this.#isOpen && !isMaintained && !(await this.#read())?.isClosed) return
    // Retain the open mark while the changes of some table are unknown.
    if (this.#unknown.size === 0) this.#isOpen = false
    await this.write()
  }

  async look(): Promise<CountedTable[]> {
    const before = await this.#read()
    const counters = await readCounters(this.#run)
    const isFirst = this.#last.length === 0
    this.#last = counters
    const tables = counters.map((table) => {
      if (isFirst && !before?.isClosed && !isOfSystem(table)) this.#unknown.add(table.id)
      const changes = this.#changesOf(table, isFirst ? before?.tables[table.name] : undefined)
      return { ...table, ...changes, isUnknown: this.#unknown.has(table.id) }
    })
    const ids = new Set(counters.map(({ id }) => id))
    for (const id of this.#bases.keys()) if (!ids.has(id)) this.#bases.delete(id)
    for (const id of this.#unknown) if (!ids.has(id)) this.#unknown.delete(id)
    return tables
  }

  /** @param isWhole whether all columns were analyzed at once, in which case the engine reset its counter */
  analyzed({ id }: CountedTable, isWhole: boolean): void {
    const base = this.#bases.get(id)
    if (!base) return
    base.carried.modified = 0
    base.modified = isWhole ? 0 : this.#counted(id).modified
  }

  vacuumed({ id }: CountedTable, isIndexCleanup: boolean): void {
    const base = this.#bases.get(id)
    if (!base) return
    base.carried.dead = 0
    base.dead = this.#counted(id).dead
    base.carried.inserted = 0
    if (!isIndexCleanup) return
    base.carried.deadEntries = 0
    base.deadEntries = this.#counted(id).deadEntries
  }

  known({ id }: CountedTable): void {
    this.#unknown.delete(id)
  }

  async write(): Promise<void> {
    const looked = await this.look()
    const tables = Object.fromEntries(
      looked.map(({ name, modified, inserted, dead, deadEntries }) => [
        name,
        { modified, inserted, dead, deadEntries },
      ]),
    )
    await writeNotes(this.#run, { isClosed: !this.#isOpen, tables } satisfies Written)
  }

  /** Returns the counts from before the statement, so that changes made meanwhile remain due. */
  #counted(id: number): Pick<Counters, 'modified' | 'dead' | 'deadEntries'> {
    return this.#last.find((table) => table.id === id) ?? { modified: 0, dead: 0, deadEntries: 0 }
  }

  #changesOf(table: Counters, carried: Changes = NOTHING): Changes {
    let base = this.#bases.get(table.id)
    if (!base) {
      base = { carried: { ...carried }, modified: 0, dead: 0, deadEntries: 0 }
      this.#bases.set(table.id, base)
    }
    if (table.modified < base.modified) {
      // The counter dropped, so the engine analyzed the whole table.
      base.modified = 0
      base.carried.modified = 0
    }
    return {
      modified: base.carried.modified + table.modified - base.modified,
      inserted: base.carried.inserted + table.inserted,
      dead: base.carried.dead + table.dead - base.dead,
      deadEntries: base.carried.deadEntries + table.deadEntries - base.deadEntries,
    }
  }

  async #read(): Promise<Written | null> {
    if (this.#written === undefined) this.#written = (await readNotes(this.#run)) as Written | null
    return this.#written
  }
}
