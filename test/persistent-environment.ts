import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createServerDatabase } from './server-database.ts'

/**
 * A data folder and a database that outlive the servers of one test file, which may die at any time.
 * @returns a function that gives the environment of each server, including `dataDir`, once the tests run
 */
export function persistentEnvironment(environment: Record<string, string>): () => Record<string, string> {
  let current: Record<string, string> = {}
  let database: Awaited<ReturnType<typeof createServerDatabase>>
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-kill-'))
    database = await createServerDatabase()
    current = { DATA_DIR: dataDir, OCR: 'off', ...environment, ...(database.url ? { DATABASE_URL: database.url } : {}) }
  })
  afterAll(async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return () => current
}
