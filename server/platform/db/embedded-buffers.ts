import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const MIB = 2 ** 20
/** System catalogs, and growth until the next start. */
const BEYOND_TABLES_MB = 16
/** With 16 MB, a search among 20,000 memes read most pages from the file system, at 9 microseconds each (decision 1). */
const BUFFERS_MAX_MB = 48

/** Tables and indexes that migrations created; the files of system catalogs have smaller numbers. */
const OWN_FILE = /^\d{5,}(\.\d+)?$/

/**
 * Returns the size of PostgreSQL's page cache for a database, in MB. PGlite fills all of it with zeros at the start, so a small
 * site would keep memory that it never uses (decision 417).
 * @param dataDir undefined for a database in memory
 */
export function sharedBuffersFor(dataDir?: string): number {
  const tables = dataDir === undefined ? 0 : sizeOfTables(path.join(dataDir, 'base'))
  return Math.min(BUFFERS_MAX_MB, BEYOND_TABLES_MB + Math.ceil(tables / MIB))
}

function sizeOfTables(folder: string): number {
  let bytes = 0
  for (const database of readdirSync(folder))
    for (const name of readdirSync(path.join(folder, database)))
      if (OWN_FILE.test(name)) bytes += statSync(path.join(folder, database, name)).size
  return bytes
}
