import type { Background } from './engine.ts'
import type { Changes, CountedTable } from './maintenance-rules.ts'
import { type Counters, readCounters, readNotes, writeNotes } from './maintenance-statements.ts'

interface Written {
  /** False while a process has the database open, and for ever after it ended without closing it. */
  isClosed: boolean
  tables: Record<string, Changes>
}

/** What the counters of this process are counted from. */
interface Base {
  /** Left to do from before: not in this process's counters. */
  carried: Changes
  /** Counters that the engine does not set back where maintenance has taken care of the table. */
  modified: number
  dead: number
  deadEntries: number
}

/** Catalogues change little, and come analyzed with a new database. */
const isOfSystem = ({ name }: Counters) => name.startsWith('pg_')

const NOTHING: Changes = { modified: 0, inserted: 0, dead: 0, deadEntries: 0 }

/**
 * What has changed in each table since it was last taken care of. PGlite counts changes as PostgreSQL does, but forgets the
 * counts when it is closed, cleanly or not: what is left to do is written down in `settings` then, and read again at the
 * next start. Where the last process was killed there is no such note, and every table counts as due.
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

  /** From here on an end without `close` is noticed by the next process. */
  async open(): Promise<void> {
    this.#isOpen = true
    await this.write()
  }

  async close(): Promise<void> {
    const isLookedAfter = this.#last.length > 0 && this.#unknown.size === 0
    if (!this.#isOpen && !isLookedAfter && !(await this.#read())?.isClosed) return
    // What is still unknown stays so.
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

  /** @param isWhole all columns at once: the engine has set its own counter back then */
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

  /** As it was before the statement that has just run: what came meanwhile is still to be done. */
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
      // Analyzed as a whole.
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
