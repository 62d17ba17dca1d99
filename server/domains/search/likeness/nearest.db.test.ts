import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Viewer } from '#server/platform/viewer.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { findNearestOf, findNearestOfTemplates, NO_BOUND } from './queries.ts'

const VISITOR: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }
const DIMENSIONS = 256
/** A unit vector at this angle between the first two axes. */
const turned = (degrees: number) => {
  const radians = (degrees * Math.PI) / 180
  return [Math.cos(radians), Math.sin(radians), ...Array.from({ length: DIMENSIONS - 2 }, () => 0)]
}

const app = await appForFile()

test('the index finds the same nearest pictures as a full scan, in one order, without hidden ones', async () => {
  const { user } = await buildMember(app)
  const ids: string[] = []
  for (const degrees of [0, 10, 20, 30, 40]) {
    const { id } = await buildMeme(app, { user })
    ids.push(id)
    await sql`insert into meme_vectors (meme_id, visual, visual_version) values (${id}, ${JSON.stringify(turned(degrees))}::vector, 1)
      on conflict (meme_id) do update set visual = excluded.visual`.execute(app.db)
  }
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids
  const blank = await buildMeme(app, { user })
  await sql`insert into meme_vectors (meme_id, visual, visual_version) values (${blank.id}, null, 1)
    on conflict (meme_id) do update set visual = null`.execute(app.db)
  await sql`update memes set status = 'removed' where id = ${second}`.execute(app.db)
  const find = async (scan: 'all' | 'short' | 'long', degrees: number[], newest = NO_BOUND, floor = -1) => {
    const bounds = { limit: 3, newest, floor }
    const found = await findNearestOf(app.deps, VISITOR, degrees.map(turned), bounds, scan)
    return found.map(({ id, likeness }) => [id, likeness.toFixed(4)])
  }
  const likeness = Math.cos((15 * Math.PI) / 180)
  for (const asked of [[[1]], [[1, 39]], [[38], fourth], [[38], fourth, likeness]] as [number[], string?, number?][])
    expect(await find('long', ...asked)).toEqual(await find('all', ...asked))
  expect(await find('short', [38], fourth, likeness)).toEqual(await find('all', [38], fourth, likeness))
  expect((await find('all', [1])).map(([id]) => id)).toEqual([first, third])
  expect((await find('all', [38])).map(([id]) => id)).toEqual([fifth, fourth, third])
  expect((await find('all', [38], fourth)).map(([id]) => id)).toEqual([fourth, third])
  expect((await find('all', [38], fourth, likeness)).map(([id]) => id)).toEqual([fourth])
})

test('all memes of a template are found, also of one with more memes than one scan returns', async () => {
  const { user } = await buildMember(app)
  const add = async (degrees: number, count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      const { id } = await buildMeme(app, { user })
      await sql`insert into meme_vectors (meme_id, visual, visual_version) values (${id}, ${JSON.stringify(turned(degrees + nth / 100))}::vector, 1)
        on conflict (meme_id) do update set visual = excluded.visual`.execute(app.db)
    }
  }
  const [few, many] = [3, 90]
  await add(130, few)
  await add(150, many)
  const count = async (degrees: number) =>
    (await findNearestOf(app.deps, VISITOR, [turned(degrees)], { limit: 100, floor: 0.999 }, 'short')).length
  expect(await count(130)).toBe(few)
  expect(await count(150)).toBe(many)
})

test('memes near the most common template of some memes come from its mean, and rare templates are left out', async () => {
  const { user } = await buildMember(app)
  const ids: string[] = []
  for (const degrees of [200, 100, 102, 104, 300, 302]) {
    const { id } = await buildMeme(app, { user })
    ids.push(id)
    await sql`insert into meme_vectors (meme_id, visual, visual_version) values (${id}, ${JSON.stringify(turned(degrees))}::vector, 1)
      on conflict (meme_id) do update set visual = excluded.visual`.execute(app.db)
  }
  const find = async (templates: number, limit: number) => {
    const sought = { seeds: ids, floor: 0.9, templates, limit, newest: NO_BOUND }
    const found = await findNearestOfTemplates(app.deps, VISITOR, sought)
    return found.map(({ id, likeness }) => [id, likeness.toFixed(3)])
  }
  expect(await find(1, 1)).toEqual([[ids[2], '1.000']])
  expect((await find(2, 2)).map(([id]) => id)).toEqual(expect.arrayContaining(ids.slice(4)))
  expect((await find(2, 2)).map(([id]) => id)).not.toContain(ids[0])
  expect((await find(3, 1)).map(([id]) => id)).toContain(ids[0])
})

test('the join on the nearest pictures is planned for one page', async () => {
  const explained = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] | string }>`
    explain (format json) select from nearest_memes(${JSON.stringify(turned(1))}::vector, ${NO_BOUND}::uuid, 40)`.execute(
    app.db,
  )
  const plan = explained.rows[0]?.['QUERY PLAN']
  expect((typeof plan === 'string' ? JSON.parse(plan) : plan)?.[0]?.Plan['Plan Rows']).toBeLessThanOrEqual(100)
})
