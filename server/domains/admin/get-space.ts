import type { Space } from '#contract/moderation/admin.ts'
import type { Deps } from '#server/platform/deps.ts'
import { diskSpace } from '#server/platform/disk-space.ts'
import { readBackupBytes, readLastBackup } from '#server/platform/jobs/job-figures.ts'
import { findSpace } from './space-queries.ts'

const FRESH_MS = 10 * 60_000

/** Returns the storage used, by kind. Measured at most every ten minutes, because it reads the rows of all files. */
export function getSpace(deps: Pick<Deps, 'caches' | 'config' | 'db'>): Promise<Space> {
  const cache = deps.caches.open<Space>({ name: 'space', max: 1, freshMs: FRESH_MS, topics: [] })
  return cache.fetch('', () => measure(deps))
}

async function measure({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<Space> {
  const [parts, backupAt, backupBytes, disk] = await Promise.all([
    findSpace(db),
    readLastBackup(db),
    readBackupBytes(db),
    diskSpace(config.dataDir),
  ])
  return {
    measuredAt: new Date().toISOString(),
    ...parts,
    backup: backupAt ? { at: backupAt.toISOString(), bytes: backupBytes ?? null } : null,
    disk: disk ?? null,
  }
}
