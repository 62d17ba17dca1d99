import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { type OpenedDeps, openDeps } from '#server/open-deps.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A folder that is deleted at the end of the test. */
export async function folderForTest(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'memeroom-backup-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

/** Opens a site without workers, so that its rows do not change, until the end of the test. */
export async function openSite(given?: TestDatabase): Promise<OpenedDeps> {
  const database = given ?? (await createTestDatabase())
  const config = readConfig({ DATA_DIR: await folderForTest(), OCR: 'off' })
  const opened = await openDeps(config, { engine: database.engine })
  onTestFinished(async () => {
    await opened.deps.jobs.stop()
    await database.drop()
  })
  return opened
}
