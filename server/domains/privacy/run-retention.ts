import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type AccountDeletionHooks, deleteAccount } from '../auth/account/delete-account.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { forgetEventsBefore } from '../security-log/list-events.ts'
import { expireExports } from './export-queries.ts'
import { removeExportFilesJob } from './jobs.ts'
import { privacyMail } from './mails.ts'
import {
  countRetention,
  deleteHours,
  findToDelete,
  findToWarn,
  isStillToDelete,
  markWarned,
  type RetentionCounts,
  rollUpActions,
} from './retention-queries.ts'
import { type RetentionDates, retentionDates } from './rules.ts'

/** Maximum rows that one transaction deletes from a table. */
const BATCH = 5000
/** Maximum members that a run warns or deletes; the next day's run continues. */
const MEMBERS_A_RUN = 1000

type RetentionDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log'> & AccountDeletionHooks

/** Returns the changes that a run at that time would make, without making them. */
export function previewRetention(deps: Pick<Deps, 'db'>, now: Date): Promise<RetentionCounts> {
  return countRetention(deps.db, retentionDates(now), now)
}

/**
 * Implements the privacy policy's retention: warns and then deletes inactive members, aggregates old ledger rows, deletes old
 * hourly sums and expired exports. Uses small transactions, so that a run can be interrupted and repeated.
 */
export async function runRetention(deps: RetentionDeps, now: Date): Promise<void> {
  const dates = retentionDates(now)
  await warnInactive(deps, dates, now)
  await deleteInactive(deps, dates)
  await inBatches(deps, (tx) => rollUpActions(tx, dates.usageBefore, BATCH))
  await inBatches(deps, (tx) => deleteHours(tx, dates.analyticsBefore, BATCH))
  await withTransaction(deps.db, (tx) => forgetEventsBefore(tx, dates.securityBefore))
  await withTransaction(deps.db, async (tx) => {
    const keys = await expireExports(tx, now)
    if (keys.length > 0) await deps.jobs.enqueue(tx, removeExportFilesJob, { keys })
  })
}

/** @param work returns the number of rows it processed, at most BATCH */
async function inBatches({ db }: Pick<Deps, 'db'>, work: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await withTransaction(db, work)) >= BATCH);
}

async function warnInactive(deps: RetentionDeps, dates: RetentionDates, now: Date): Promise<void> {
  for (const { id, email, language } of await findToWarn(deps.db, dates, MEMBERS_A_RUN)) {
    await withTransaction(deps.db, async (tx) => {
      if (!(await markWarned(tx, dates, id, now)) || !email) return
      await enqueueMail(deps, tx, privacyMail('inactive', { email, language }, deps.config.publicUrl))
    })
  }
}

async function deleteInactive(deps: RetentionDeps, dates: RetentionDates): Promise<void> {
  for (const { id } of await findToDelete(deps.db, dates, MEMBERS_A_RUN)) {
    const isDue = await withTransaction(deps.db, (tx) => isStillToDelete(tx, dates, id))
    if (!isDue) continue
    if (!(await deleteUnlessLastAdmin(deps, id))) continue
    deps.log.info({ userId: id }, 'deleted an account after three years without a visit')
  }
}

/** Deletes an inactive member, but retains the last admin. */
async function deleteUnlessLastAdmin(deps: RetentionDeps, userId: string): Promise<boolean> {
  try {
    return await deleteAccount(deps, userId)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'admin.last')) throw error
    deps.log.warn({ userId }, 'did not delete an account that was unused for three years: it belongs to the last admin')
    return false
  }
}
