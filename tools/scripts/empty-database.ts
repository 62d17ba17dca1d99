// `npm run database:empty`: regenerates the initial files of the embedded database after an update of PGlite.
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { emptyDatabasePath } from '#server/platform/db/initial/empty-database.ts'

const LEVEL = 19
const WINDOW_LOG = 26

const database = await PGlite.create()
// Prevents the process from exiting while the archive is made.
const alive = setInterval(() => {}, 1000)
const tar = Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer())
await database.close()
clearInterval(alive)
const packed = zstdCompressSync(tar, {
  params: {
    [constants.ZSTD_c_compressionLevel]: LEVEL,
    [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
})
const folder = path.dirname(emptyDatabasePath)
for (const name of await readdir(folder)) if (name.endsWith('.tar.zst')) await rm(path.join(folder, name))
await writeFile(emptyDatabasePath, packed)
console.log(`${path.basename(emptyDatabasePath)}: ${(packed.length / 1e6).toFixed(1)} MB`)
