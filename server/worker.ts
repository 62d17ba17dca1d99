import { createDomainDeps } from './domain-deps.ts'
import { allDomains } from './domains/all-domains.ts'
import { job } from './domains/domain.ts'
import { backupJob, backupWorker } from './ops/backup/job.ts'
import type { Deps } from './platform/deps.ts'
import type { JobKind, Worker } from './platform/jobs/jobs.ts'

const jobs = [...allDomains.flatMap((domain) => domain.jobs ?? []), job(backupJob, backupWorker)]

/** All job kinds; every node can enqueue them. */
export const jobKinds: JobKind[] = jobs.map(({ kind }) => kind)

/** Returns the job handlers of a node that runs jobs. */
export function createWorkers(deps: Deps): Worker[] {
  const domainDeps = createDomainDeps(deps)
  return jobs.map(({ worker }) => worker(domainDeps))
}
