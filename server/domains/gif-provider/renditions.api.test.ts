import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { MEBIBYTE } from '#contract/limits.ts'
import { createGifSite } from '#test/gif-site.ts'
import { randomPicture } from '#test/random-picture.ts'
import { storedTotals } from '#test/stored-totals.ts'
import { sweepBlobs } from '../memes/jobs.ts'
import type { MemeRow } from '../memes/queries.ts'
import { findSiteUse } from '../memes/quota-queries.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Below the site's quota, and less than the GIFs of the test. */
const ROOM_BYTES = 100_000

const site = await createGifSite()
await site.set({ gifProvider: true })
afterAll(() => site.app.stop())

describe('a GIF', () => {
  test('is made once, also by simultaneous requests, and counts as a size in the storage', async () => {
    const { id } = await site.build('Single tapir')
    const urls = Array(8).fill(`/gif/media/${id}/w200.gif`)
    const answers = await Promise.all(urls.map((url) => site.ask(url)))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1)
    const rows = await site.app.db.selectFrom('gif_renditions').selectAll().where('meme_id', '=', id).execute()
    expect(rows).toHaveLength(1)
    const { key } = rows[0] as { key: string }
    expect(await site.app.deps.blobs.stat(key)).toMatchObject({ size: answers[0]?.bytes.length })
    await sweepBlobs(site.app.deps)
    expect((await site.ask(urls[0])).status).toBe(200)
    const { data } = (await site.app.call('GET', '/admin/space', { token: site.admin.token })).body
    expect(data.otherFiles).toBe(0)
  })

  test('on a full disk fails with the reason, and is made once there is space', async () => {
    const { id } = await site.build('Tapir without space')
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    vi.spyOn(site.app.deps.blobs, 'put').mockRejectedValueOnce(full)
    const url = `/gif/media/${id}/w100.gif`
    const failed = await site.ask(url)
    expect([failed.status, failed.headers['cache-control']]).toEqual([507, 'no-store'])
    expect(JSON.parse(failed.bytes.toString()).code).toBe('upload.diskFull')
    expect((await site.ask(url)).status).toBe(200)
  })

  test('does not count for the site’s quota; above their own limit, the oldest GIFs go and are made again', async () => {
    const { db } = site.app
    const memes: MemeRow[] = []
    for (const n of [0, 1, 2, 3])
      memes.push(
        await site.build(`Quota tapir ${n}`, { bytes: await randomPicture(`quota ${n}`, { width: 600, height: 400 }) }),
      )
    const kinds = ['gif', 'mediumgif', 'tinygif', 'nanogif', 'w200', 'h200']
    const urls = memes.flatMap(({ id }) => kinds.map((kind) => `/gif/media/${id}/${kind}.gif`))
    const rest = MEBIBYTE - ROOM_BYTES - (await findSiteUse(db)).bytes
    await db.insertInto('storage_changes').values({ memes: 0, bytes: rest }).execute()
    await site.set({ megabytesOfSite: 1 })

    let made = 0
    for (const url of urls) {
      const { status, bytes } = await site.ask(url)
      expect(status, url).toBe(200)
      made += bytes.length
    }
    expect(made).toBeGreaterThan(MEBIBYTE / 4 + ROOM_BYTES)
    const { data } = (await site.app.call('GET', '/users/me/storage', { token: site.member.token })).body
    expect(data.isSiteFull).toBe(false)
    await site.build('Fits')

    const stored = () =>
      db
        .selectFrom('gif_renditions')
        .innerJoin('blobs', 'blobs.key', 'gif_renditions.key')
        .select(sql<number>`sum(bytes)::int`.as('bytes'))
        .executeTakeFirstOrThrow()
    expect((await stored()).bytes).toBeLessThanOrEqual(MEBIBYTE / 4)
    const oldest = db
      .selectFrom('gif_renditions')
      .select('key')
      .where('meme_id', '=', memes[0]?.id ?? '')
    expect(await oldest.execute()).toEqual([])
    await expect.poll(async () => (await site.ask(urls[0] ?? '')).status).toBe(200)
    expect(await oldest.execute()).toHaveLength(1)

    await db.insertInto('storage_changes').values({ memes: 0, bytes: -rest }).execute()
    await site.set({ megabytesOfSite: 0 })
    await sweepBlobs(site.app.deps)
    const { counted, real } = await storedTotals(db)
    expect(counted).toEqual(real)
  })

  test('of another kind or meme does not exist', async () => {
    const nowhere = site.otter.id.replace(/^./, 'f')
    for (const path of [
      `${site.otter.id}/huge.gif`,
      `${site.otter.id}/constructor.gif`,
      `${nowhere}/tinygif.gif`,
      `${site.otter.id}/tinygif`,
    ])
      expect((await site.ask(`/gif/media/${path}`)).status, path).toBe(404)
  })
})
