import { expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'
import { checkMemeReaders } from './meme-readers.mjs'

test('accepts the server', () => expect(checkMemeReaders(root)).toEqual([]))

test.each([
  "db.selectFrom('memes').selectAll()",
  "db.selectFrom('memes as m').select('m.id')",
  "db.selectFrom('users').innerJoin('memes', 'memes.user_id', 'users.id')",
  'sql`select id\n  from memes m`',
  'sql`select * from users u left join memes m on m.user_id = u.id`',
  'sql`select 1 from users u cross join lateral memes`',
])('reports an unlisted file with %s', (source) => {
  const file = 'server/domains/users/planted-queries.ts'
  expect(checkMemeReaders(root, { [file]: `export const a = () => ${source}` })).toEqual([
    `${file}: reads the table memes; use the pipeline in server/domains/memes/lists/`,
  ])
})

test('reports a listed file that no longer reads memes, and a source without the filter', () => {
  const planted = {
    'server/domains/albums/queries.ts': '',
    'server/domains/search/queries.ts': 'sql`select id from memes`',
  }
  expect(checkMemeReaders(root, planted)).toEqual([
    'server/domains/albums/queries.ts: no longer reads the table memes',
    'server/domains/search/queries.ts: reads the table memes without a scope of the visibility filter',
    'server/domains/albums/queries.ts: reads the table memes without a scope of the visibility filter',
  ])
})
