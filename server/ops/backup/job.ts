import { withTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Worker, worker } from '../../platform/jobs/jobs.ts'
import { recurringJob } from '../../platform/jobs/recurring-job.ts'
import { productVersion } from '../../platform/version.ts'
import { storeLastBackup } from './database-queries.ts'
import type { BackupDeps } from './make-backup.ts'
import { backUpTo } from './target.ts'

/** Daily backup into BACKUP_DIR, on one node for the cluster. */
export const backupJob = recurringJob({
  name: 'backup',
  retryLimit: 2,
  retryDelaySeconds: 600,
  timeLimitSeconds: 6 * 3600,
  cron: '41 2 * * *',
})

/** Does nothing without BACKUP_DIR. */
export const backupWorker = (deps: BackupDeps & Pick<Deps, 'log'>): Worker =>
  worker(backupJob, async (_data, signal) => {
    const { backupDir, backupKeep } = deps.config
    if (backupDir === undefined) return
    const options = { keep: backupKeep, version: await productVersion(), signal }
    const manifest = await backUpTo(deps, backupDir, options)
    await withTransaction(deps.db, (tx) => storeLastBackup(tx, manifest))
    const { state, pictures, problems } = manifest
    if (problems.length > 0) deps.log.error({ state, problems }, 'pictures are missing in the storage')
    deps.log.info({ state, pictures: pictures.count }, 'backup made')
  })
