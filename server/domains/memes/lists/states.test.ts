import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const HERE = 'server/domains/memes/lists/states.ts'

/** Matches a direct comparison with a live meme's status, in SQL or the query builder. */
const COPY =
  /status"?\s*(?:=|<>|!=|in \()\s*'(?:ready|hidden)'|'(?:\w+\.)?status',\s*'(?:=|!=|<>|in)',\s*\[?'(?:ready|hidden)'/

/** Number of lines per file that test a status for other reasons. */
const OTHERS: Record<string, number> = {
  // Finds files of hidden memes.
  'server/domains/memes/take-down-queries.ts': 1,
  // The status of a data export.
  'server/domains/privacy/export-queries.ts': 1,
}

test('only states.ts defines a live meme: queries use isLive, isLiveOrHidden or isOfLiveMeme', async () => {
  const folders = ['server', 'tools', 'test', 'demo', 'e2e']
  const found: Record<string, number> = {}
  for (const folder of folders)
    for (const name of await readdir(path.join(ROOT, folder), { recursive: true })) {
      const file = `${folder}/${name}`
      if (!file.endsWith('.ts') || file === HERE || file.endsWith('memes/lists/states.test.ts')) continue
      const copies = (await readFile(path.join(ROOT, file), 'utf8')).split('\n').filter((line) => COPY.test(line))
      if (copies.length > 0) found[file] = copies.length
    }
  expect(found).toEqual(OTHERS)
})

test('the check finds copies of the definition', () => {
  for (const copy of [
    "where m.status = 'ready' and m.deleted_at is null",
    ".where('memes.status', '=', 'ready')",
    ".where('status', 'in', ['ready', 'hidden'])",
    "m.status <> 'ready' or",
  ])
    expect(copy).toMatch(COPY)
})
