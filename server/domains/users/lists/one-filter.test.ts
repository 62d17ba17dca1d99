import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SERVER = fileURLToPath(new URL('../../../', import.meta.url))

/** Reads the name or picture of a person in a query. */
const NAMES = /\b(?:display_name|avatar_small)\b/
const HIDDEN = /\bhidden_people\b/

/** Files outside the pipeline that read people's names in queries, with the reason. */
const NAMES_ELSEWHERE: Record<string, string> = {
  'domains/admin/queries.ts': 'the desk',
  'domains/moderation/desk-queries.ts': 'the desk',
  'domains/albums/queries.ts': 'the owner of an album, filtered with the album',
  'domains/feed/not-interested-queries.ts': "the member's own entries",
  'domains/memes/lists/hydrate.ts': 'the creator of a meme, filtered with the meme',
  'domains/memes/lists/present.ts': 'the creator of a meme, filtered with the meme',
  'domains/memes/queries.ts': 'which files are referenced',
  'domains/memes/take-down-queries.ts': 'which files are referenced',
  'domains/privacy/content-queries.ts': "the copy of the member's own data",
  'domains/users/queries.ts': "the member's own account",
  'ops/demo/seed-queries.ts': 'writes',
  'ops/storage/file-queries.ts': 'which files are referenced',
}

/** Files outside the pipeline that read blocks and mutes in queries, with the reason. */
const HIDDEN_ELSEWHERE: Record<string, string> = {
  'domains/users/hidden-people-queries.ts': 'writes, and the sources of the lists of blocked and muted people',
  'domains/feed/catalog/viewer-state-queries.ts': 'the filter of feeds in memory',
  'domains/feed/not-interested-queries.ts': "the member's own entries",
  'domains/memes/lists/scopes.ts': 'the meme of a notification',
  'domains/notifications/post-queries.ts': 'recipients of notifications of a meme',
  'domains/privacy/content-queries.ts': "the copy of the member's own data",
}

async function filesWith(sign: RegExp): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(SERVER, { recursive: true })) {
    const isQuery = /queries\.ts$/.test(name) || /^domains\/(?:users|memes)\/lists\/.*\.ts$/.test(name)
    if (!isQuery || name.endsWith('.test.ts')) continue
    if (sign.test(await readFile(path.join(SERVER, name), 'utf8'))) found.push(name)
  }
  return found.filter((name) => !name.startsWith('domains/users/lists/')).toSorted()
}

test('only the pipeline for lists of people reads their names, apart from moderation and own data', async () => {
  expect(await filesWith(NAMES)).toEqual(Object.keys(NAMES_ELSEWHERE).toSorted())
})

test('only the filter for lists of people reads blocks and mutes, apart from the rule and own data', async () => {
  expect(await filesWith(HIDDEN)).toEqual(Object.keys(HIDDEN_ELSEWHERE).toSorted())
})

test('only the pipeline creates a person that presenters accept', async () => {
  const found: string[] = []
  for (const name of await readdir(SERVER, { recursive: true })) {
    if (!name.endsWith('.ts') || name.startsWith('domains/users/lists/')) continue
    if (/(?:\bas |sql<[^>]*)Shown(?:Name|Person)\b/.test(await readFile(path.join(SERVER, name), 'utf8')))
      found.push(name)
  }
  expect(found).toEqual([])
})
