import { setTimeout as sleep } from 'node:timers/promises'
import type { Background } from './engine.ts'
import { MaintenanceNotes } from './maintenance-notes.ts'
import { createReport, type MaintenanceReport, note, type StepKind } from './maintenance-report.ts'
import {
  analyzeSlices,
  CHECK_RULES,
  type CountedTable,
  graphsToRebuild,
  isAnalyzeDue,
  isCheckDue,
  isIndexCleanupDue,
  isVacuumDue,
  type SizedTable,
  type Slice,
  slicesOf,
  type Thresholds,
} from './maintenance-rules.ts'
import { readLogBytes, readSizes, readThresholds } from './maintenance-statements.ts'

const TICK_MS = 1000
/**
 * Delay before the first pass, in milliseconds. After a kill every table is due: start the application and serve its first
 * visitors first.
 */
const FIRST_MS = 10_000
/** Log bytes that trigger a checkpoint. Its duration grows with the bytes written: about 30 ms for this many. */
const LOG_BYTES = 8 * 1024 * 1024
/**
 * With less than LOG_BYTES written, a checkpoint runs after this many milliseconds; with almost nothing written, it does not
 * run.
 */
const CHECKPOINT_EVERY_MS = 300_000
const LOG_BYTES_WORTH_IT = 128 * 1024
/** A statement starts when the connection has been idle for this many milliseconds, */
const IDLE_MS = 10
/** or after waiting this many milliseconds for that. It then queues like any other statement. */
const MAX_WAIT_MS = 1000
const POLL_MS = 5
/** Maintenance pauses for this multiple of a statement's duration, so that it takes at most a fifth of the time. */
const REST_FACTOR = 4
/** Long statements only run while the connection's busy share is below this. */
const QUIET_SHARE = 0.1
/** Period in which a table is skipped after its maintenance failed; all tables if the database does not respond. */
const FAILED_WAIT_MS = 60_000

export interface MaintenanceLog {
  info(object: unknown, message: string): void
  error(object: unknown, message: string): void
}

/**
 * The embedded engine's counterpart of autovacuum and the checkpointer: checks the counters of all tables, then vacuums and
 * analyzes the due ones with short statements while the connection is idle (decision 170).
 */
export class Maintenance {
  readonly #background: Background
  readonly #log: MaintenanceLog
  readonly #notes: MaintenanceNotes
  readonly #report: MaintenanceReport = createReport()
  readonly #failed = new Map<number, { name: string; failed: string; until: number }>()
  readonly #stopping = new AbortController()
  #thresholds: Thresholds | undefined
  #loop: Promise<void> | undefined
  #checkpointAt = performance.now()
  /** When the log and the tables were last checked, and the connection's total use in milliseconds by then. */
  readonly #looked = { log: { at: 0, usedMs: 0 }, tables: { at: Number.NEGATIVE_INFINITY, usedMs: 0 } }

  constructor(background: Background, log: MaintenanceLog) {
    this.#background = background
    this.#log = log
    this.#notes = new MaintenanceNotes(background.run)
  }

  /** Rebuilds indexes that would block requests for seconds, then starts maintenance. Call it before serving requests. */
  async start(): Promise<void> {
    this.#report.isStarted = true
    await this.#notes.open()
    await this.#rebuildGraphs()
    this.#loop = this.#work()
  }

  /** Waits for the running statement and stores the remaining work. Without a prior `start`, only stores it. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loop
    await this.#notes.close()
  }

  report(): MaintenanceReport {
    return this.#report
  }

  /** Returns tables after a failed maintenance. */
  failures(): { name: string; failed: string }[] {
    return [...this.#failed.values()]
  }

  /** Reports the current state of all tables without changing anything. */
  async look(): Promise<{ tables: CountedTable[]; due: CountedTable[]; by: Thresholds }> {
    const by = await this.#readThresholds()
    const tables = await this.#notes.look()
    const isWorkDue = (table: CountedTable) => isVacuumDue(table, by) || isAnalyzeDue(table, by)
    const due = tables.filter((table) => isWorkDue(table) || isIndexCleanupDue(table, by))
    this.#report.tables = tables
    this.#report.due = due.filter(isWorkDue)
    return { tables, due, by }
  }

  /** Returns tables with HNSW indexes that the next start will rebuild. */
  async tablesToRebuild(): Promise<{ table: SizedTable; graphs: string[] }[]> {
    const { due, by } = await this.look()
    const sized = await readSizes(
      this.#background.run,
      due.filter((table) => isIndexCleanupDue(table, by)),
    )
    return sized
      .map((table) => ({ table, graphs: graphsToRebuild(table, by) }))
      .filter(({ graphs }) => graphs.length > 0)
  }

  /**
   * Checks all tables and runs due maintenance. Returns the statements that ran.
   * @param isHurried whether to skip waiting for idle moments: for tests, and when there are no requests
   */
  async pass(isHurried = false): Promise<string[]> {
    const { due, by } = await this.look()
    const now = performance.now()
    const able = due.filter(({ id }) => (this.#failed.get(id)?.until ?? 0) <= now)
    const ran: string[] = []
    for (const table of await readSizes(this.#background.run, able)) {
      if (this.#stopping.signal.aborted) break
      try {
        ran.push(...(await this.#maintain(table, by, isHurried)))
        this.#failed.delete(table.id)
      } catch (error) {
        const failed = (error as Error).message
        this.#failed.set(table.id, { name: table.name, failed, until: performance.now() + FAILED_WAIT_MS })
        this.#log.error({ err: error, table: table.name }, 'maintenance of a table failed')
      }
    }
    if (ran.length > 0) await this.#notes.write()
    return ran
  }

  /** Runs a checkpoint if enough was written since the last one. */
  async checkpoint(isHurried = false): Promise<boolean> {
    this.#noteLook('log')
    const bytes = await readLogBytes(this.#background.run)
    this.#report.logBytes = bytes
    const isLate = performance.now() - this.#checkpointAt > CHECKPOINT_EVERY_MS
    if (bytes < (isLate ? LOG_BYTES_WORTH_IT : LOG_BYTES)) return false
    await this.#run('checkpoint', 'checkpoint', isHurried)
    this.#checkpointAt = performance.now()
    return true
  }

  async #work(): Promise<void> {
    await this.#rest(FIRST_MS)
    while (!this.#stopping.signal.aborted) {
      let restMs = TICK_MS
      try {
        if (this.#isDue('log')) await this.checkpoint()
        if (this.#isDue('tables')) {
          await this.pass()
          // Start the interval here, since a pass may take longer than the interval.
          this.#noteLook('tables')
        }
      } catch (error) {
        this.#log.error({ err: error }, 'maintenance failed')
        restMs = FAILED_WAIT_MS
      }
      await this.#rest(restMs)
    }
  }

  #isDue(what: keyof typeof CHECK_RULES): boolean {
    const { at, usedMs } = this.#looked[what]
    const used = this.#background.load().busyMs - usedMs
    return isCheckDue({ elapsedMs: performance.now() - at, usedMs: used }, CHECK_RULES[what])
  }

  #noteLook(what: keyof typeof CHECK_RULES): void {
    this.#looked[what] = { at: performance.now(), usedMs: this.#background.load().busyMs }
  }

  async #maintain(table: SizedTable, by: Thresholds, isHurried: boolean): Promise<string[]> {
    const ran: string[] = []
    const isQuiet = isHurried || this.#background.load().busyShare < QUIET_SHARE
    for (const slice of slicesOf(table, by, isQuiet)) {
      if (this.#stopping.signal.aborted) return ran
      const { kind, completes } = slice
      await this.#run(kind, textOf(slice), isHurried)
      ran.push(slice.statement)
      if (completes) this.#notes.analyzed(table, completes === 'at once')
      if (kind === 'analyze') continue
      this.#notes.vacuumed(table, kind === 'vacuum')
      await this.checkpoint(isHurried)
    }
    this.#notes.known(table)
    return ran
  }

  async #rebuildGraphs(): Promise<void> {
    const due = await this.tablesToRebuild()
    for (const { table, graphs } of due) {
      const { rows, deadEntries } = table
      for (const index of graphs) {
        this.#log.info(
          { index, rows, deadEntries },
          `Rebuilding the index ${index}, since many of its rows have been deleted; this can take a minute`,
        )
        await this.#run('rebuild', `reindex index ${index}`, true)
      }
      await this.#run('vacuum', `vacuum (process_toast off) ${table.name}`, true)
      this.#notes.vacuumed(table, true)
      const [recount] = analyzeSlices(table)
      if (recount) await this.#run('analyze', textOf(recount), true)
    }
    if (due.length > 0) await this.#notes.write()
  }

  async #run(kind: StepKind, statement: string, isHurried: boolean): Promise<void> {
    if (!isHurried) await this.#untilIdle()
    const { ms, blockedMs } = await this.#background.run(statement)
    note(this.#report, kind, { statement, ms, blockedMs })
    if (!isHurried) await this.#rest(ms * REST_FACTOR)
  }

  async #untilIdle(): Promise<void> {
    const until = performance.now() + MAX_WAIT_MS
    while (performance.now() < until && this.#background.load().idleMs < IDLE_MS) await this.#rest(POLL_MS)
  }

  async #rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {})
  }

  async #readThresholds(): Promise<Thresholds> {
    this.#thresholds ??= await readThresholds(this.#background.run)
    return this.#thresholds
  }
}

/** For a different target, sets the target and analyzes in one transaction, so that the setting never outlives it. */
function textOf({ statement, target }: Slice): string {
  return target === undefined ? statement : `set local default_statistics_target = ${target}; ${statement}`
}
