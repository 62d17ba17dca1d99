import { copyFile, readdir, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildExport } from '#server/domains/privacy/build-export.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { importingSite } from '#test/importing-site.ts'
import { operate } from '#test/operator.ts'

vi.setConfig({ testTimeout: 120_000 })

const app = await appForFile()

const site = importingSite(() => app)
const { picture, put, run, memesOf } = site

test('imports a folder, with captions beside pictures and sub-folders as tags; a second run imports nothing', async () => {
  await put('one.png', await picture('one'))
  await put('cats and dogs/deep/two.png', await picture('two'))
  await put('cats and dogs/deep/two.txt', 'A name\nA description #already')
  await put('three.jpg', 'no picture')
  await put('notes.md', 'nothing')
  await put('.hidden/four.png', await picture('four'))
  await symlink(site.folder(), path.join(site.folder(), 'loop'))

  const dry = await run('', '--dry-run')
  expect([dry.code, dry.lines]).toEqual([0, [dry.summary]])
  expect(dry.summary).toMatch(
    `Would import 2 memes for ${site.member().user.username} from a folder; 0 were imported before; 4 skipped: 2 unsupported type, 1 hidden, 1 outside of the source; see ${app.dataDir}/imports/`,
  )
  expect(dry.skipped.toSorted()).toEqual([
    ['hidden', '.hidden', ''],
    ['outside of the source', 'loop', ''],
    ['unsupported type', 'notes.md', ''],
    ['unsupported type', 'three.jpg', expect.stringContaining('image file')],
  ])
  expect(await memesOf()).toEqual([])

  const { code, summary, skipped } = await run('')
  expect([code, summary]).toEqual([0, expect.stringContaining('Imported 2 memes')])
  expect(skipped).toHaveLength(4)
  expect(await memesOf()).toEqual([
    expect.objectContaining({
      name: 'A name',
      description: 'A description #already #cats_and_dogs #deep',
      tags: ['already', 'cats_and_dogs', 'deep'],
    }),
    expect.objectContaining({ name: 'one', tags: [] }),
  ])
  const again = await run('')
  expect(again.summary).toContain('Imported 0 memes')
  expect(again.summary).toContain('2 were imported before; 4 skipped')
})

test('imports a file that occurs twice once and reports the other', async () => {
  await put('a.png', await picture('same'))
  await copyFile(path.join(site.folder(), 'a.png'), path.join(site.folder(), 'b.png'))
  const { summary, skipped } = await run('')
  expect(summary).toContain('Imported 1 memes')
  expect(skipped).toEqual([['duplicate', expect.stringMatching(/^[ab]\.png$/), 'is in the source twice']])
})

test('imports posts of szurubooru and Danbooru with their files, and no files from elsewhere', async () => {
  await put('export/data/1.png', await picture('szuru'))
  await put('export/2.png', await picture('dan'))
  await put('secret.png', await picture('secret'))
  await put(
    'export/szuru.json',
    JSON.stringify({
      results: [
        {
          id: 1,
          tags: [{ names: ['surprised_cat', 'cat'] }],
          contentUrl: 'data/1.png',
          creationTime: '2020-02-03T04:05:06Z',
          safety: 'unsafe',
        },
        { id: 9, tags: [], contentUrl: '../secret.png' },
        { id: 10, tags: [] },
        'nonsense',
      ],
    }),
  )
  const szuru = await run('export/szuru.json')
  expect(szuru.summary).toContain('Imported 1 memes')
  expect(szuru.skipped).toEqual([
    ['outside of the source', 'post 9', '../secret.png'],
    ['missing file', 'post 10', 'the post names no file'],
    ['missing file', 'post 4', 'the post names no file'],
  ])
  await put('export/dan.json', JSON.stringify([{ id: 2, tag_string: 'dog long_cat', file_url: '2.png', rating: 'g' }]))
  expect((await run('export/dan.json')).lines.at(-1)).toContain('Imported 1 memes')
  expect(await memesOf()).toEqual([
    expect.objectContaining({ name: 'dog long cat', tags: ['dog', 'long_cat'], sensitive: false }),
    expect.objectContaining({ tags: ['surprised_cat'], sensitive: true, created_at: new Date('2020-02-03T04:05:06Z') }),
  ])
  await put('export/other.json', '{"rows": []}')
  expect(await run('export/other.json')).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('no list of posts')],
  })
})

test('imports statuses of Pixelfed and an outbox: every public picture with its words, and no restricted post', async () => {
  for (const name of ['cat', 'dog', 'bird', 'fish']) await put(`pixelfed/media/${name}.png`, await picture(name))
  const media = (name: string, description: string | null = null) => ({
    id: name,
    type: 'Image',
    url: `media/${name}.png`,
    description,
  })
  await put(
    'pixelfed/pixelfed-statuses.json',
    JSON.stringify([
      {
        id: '1',
        content: '<p>Two of them &amp; more</p><p>second <a href="x">#pets</a></p>',
        created_at: '2021-02-03T04:05:06.000Z',
        sensitive: true,
        visibility: 'public',
        tags: [{ name: 'pets', url: 'x' }],
        media_attachments: [media('cat', 'a cat'), media('dog'), { id: 'film', type: 'Video', url: 'media/film.mp4' }],
      },
      { id: '2', content: 'for friends', visibility: 'private', tags: [], media_attachments: [media('bird')] },
    ]),
  )
  const statuses = await run('pixelfed/pixelfed-statuses.json')
  expect(statuses.lines.at(-1)).toContain('Imported 2 memes')
  expect(statuses.skipped).toEqual([['no rights', 'post 2', 'is not public']])
  const note = {
    type: 'Note',
    content: 'swims',
    published: '2022-02-03T04:05:06Z',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    attachment: [{ type: 'Document', mediaType: 'image/png', url: '/media/fish.png', name: 'a fish' }],
  }
  const outbox = { type: 'OrderedCollection', orderedItems: [{ type: 'Create', object: note }, { type: 'Announce' }] }
  await put('pixelfed/outbox.json', JSON.stringify(outbox))
  expect((await run('pixelfed/outbox.json')).lines.at(-1)).toContain('Imported 1 memes')
  const memes = await app.db
    .selectFrom('memes')
    .select(['description', 'alt_text', 'tags', 'sensitive', 'created_at'])
    .where('user_id', '=', site.member().user.id)
    .orderBy('created_at')
    .orderBy('alt_text')
    .execute()
  const pets = { description: 'Two of them & more\nsecond #pets', tags: ['pets'], sensitive: true }
  expect(memes).toEqual([
    { ...pets, alt_text: '', created_at: new Date('2021-02-03T04:05:06Z') },
    { ...pets, alt_text: 'a cat', created_at: new Date('2021-02-03T04:05:06Z') },
    {
      description: 'swims',
      tags: [],
      sensitive: false,
      alt_text: 'a fish',
      created_at: new Date('2022-02-03T04:05:06Z'),
    },
  ])
})

test('imports image rows of Chevereto from the folder with their files', async () => {
  await put('chevereto/images/2019/05/06/funny.png', await picture('funny'))
  await put('chevereto/images/flat.png', await picture('flat'))
  const row = { image_id: '7', image_extension: 'png', image_date: '2019-05-06 07:08:09', image_nsfw: '0' }
  await put('chevereto/images/old/early.png', await picture('early'))
  const rows = [
    {
      ...row,
      image_name: 'funny',
      image_date_gmt: '2019-05-06 00:08:09',
      image_title: 'A title',
      image_description: 'Words',
      image_storage_mode: 'datefolder',
    },
    { ...row, image_name: 'early', image_storage_mode: 'old' },
    { ...row, image_name: 'flat', image_title: null, image_storage_mode: 'direct', image_nsfw: '1' },
    { ...row, image_name: '../../secret', image_storage_mode: 'direct' },
  ]
  // The format of a phpMyAdmin table export.
  const table = { type: 'table', name: 'chv_images', database: 'chevereto', data: rows }
  await put('chevereto/chv_images.json', JSON.stringify([{ type: 'header' }, { type: 'database', name: 'x' }, table]))
  await put('secret.png', await picture('secret'))
  const { summary, skipped } = await run('chevereto/chv_images.json')
  expect(summary).toContain('Imported 3 memes')
  expect(skipped).toEqual([['outside of the source', 'post 7', 'images/../../secret.png']])
  expect(await memesOf()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'A title',
        description: 'Words',
        created_at: new Date('2019-05-06T00:08:09Z'),
      }),
    ]),
  )
})

test('imports a member’s data export into another account', async () => {
  const former = await buildMember(app)
  const bytes = await picture('own')
  const meme = await buildMeme(app, { user: former.user, name: 'Moved #along', bytes })
  await buildExport(app.deps, former.user.id, path.join(site.folder(), 'data.zip'))
  expect((await run('data.zip')).skipped).toEqual([['duplicate', expect.any(String), `looks like ${meme.id}`]])
  await app.db.deleteFrom('memes').where('id', '=', meme.id).execute()
  expect((await run('data.zip')).lines.at(-1)).toContain('Imported 1 memes')
  expect(await memesOf()).toEqual([expect.objectContaining({ name: 'Moved #along', tags: ['along'] })])
  await put('other.zip', 'no archive')
  expect(await run('other.zip')).toMatchObject({ code: 1, lines: [expect.stringContaining('is not a ZIP archive')] })
})

test('an import stops at the member’s limit, and the next run continues', async () => {
  for (const name of ['one', 'two', 'three']) await put(`${name}.png`, await picture(name))
  await operate(app.deps, 'settings', 'set', 'uploadsPerDayMember', '2')
  onTestFinished(() => void operate(app.deps, 'settings', 'set', 'uploadsPerDayMember', '0'))
  const { code, summary, lines } = await run('')
  expect([code, summary]).toEqual([1, expect.stringContaining('Imported 2 memes')])
  expect(lines.at(-1)).toMatch(/^Stopped; the next run continues\. Reason: .*2/)
  await operate(app.deps, 'settings', 'set', 'uploadsPerDayMember', '0')
  expect((await run('')).summary).toContain('Imported 1 memes')
})

test('nothing is imported for a suspended member, or with a full disk', async () => {
  await put('one.png', await picture('one'))
  const { freeDiskMinBytes } = app.deps.config
  app.deps.config.freeDiskMinBytes = Number.MAX_SAFE_INTEGER
  const full = await run('')
  app.deps.config.freeDiskMinBytes = freeDiskMinBytes
  expect([full.code, full.summary]).toEqual([1, expect.stringContaining('Imported 0 memes')])
  expect(full.lines.at(-1)).toContain('low on disk space')
  await operate(app.deps, 'user', 'suspend', site.member().user.username, 'Spam')
  expect(await run('')).toMatchObject({ code: 1, lines: [expect.stringContaining('is suspended')] })
  expect(await memesOf()).toEqual([])
})

test('only the newest reports remain', async () => {
  await put('notes.md', 'nothing')
  for (let count = 0; count < 22; count += 1) await run('', '--dry-run')
  expect(await readdir(path.join(app.dataDir, 'imports'))).toHaveLength(20)
})

test('imports a list of links, except private addresses', async () => {
  const bytes = await picture('linked')
  const server = createServer((_request, response) => response.end(bytes))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  await put(
    'links.txt',
    `# from a list\n\nhttp://${address}/funny.png A linked name\nhttp://127.0.0.1:1/x.png\nnonsense\n`,
  )
  expect((await run('links.txt')).summary).toContain('Imported 0 memes')
  app.deps.config.linkFetchAllowlist = [address]
  const { summary, skipped } = await run('links.txt')
  expect(summary).toContain('Imported 1 memes')
  expect(skipped.toSorted()).toEqual([
    ['unreachable', 'http://127.0.0.1:1/x.png', 'is not an address on the public internet'],
    ['unreachable', 'nonsense', 'is not an address on the public internet'],
  ])
  server.close()
  server.closeAllConnections()
  expect((await run('links.txt')).summary).toContain('Imported 0 memes')
  expect((await run('links.txt')).summary).toContain('1 were imported before')
  expect(await memesOf()).toEqual([expect.objectContaining({ name: 'A linked name' })])
})

test('wrong usage prints one line', async () => {
  expect(await operate(app.deps, 'import')).toEqual({
    code: 1,
    lines: ['usage: import SOURCE [--from szurubooru|immich] [--key-file FILE] [--as NAME] [--dry-run]'],
  })
  expect(await run('missing')).toMatchObject({ code: 1, lines: [expect.stringContaining('does not exist')] })
  expect(await operate(app.deps, 'import', site.folder(), '--as', 'nobody-here')).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('there is no member nobody-here')],
  })
})
