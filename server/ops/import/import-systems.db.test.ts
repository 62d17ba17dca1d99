import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { expect, test, vi } from 'vitest'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { appForFile } from '#test/for-file.ts'
import { IMMICH_KEY, immichServer } from '#test/immich-server.ts'
import { importingSite } from '#test/importing-site.ts'
import { SZURUBOORU_KEY, szurubooruServer } from '#test/szurubooru-server.ts'
import {
  NOT_INCLUDED,
  TOO_LARGE,
  telegramChat,
  telegramJson,
  telegramMessage,
  telegramPhoto,
} from '#test/telegram-export.ts'

vi.setConfig({ testTimeout: 120_000 })

const app = await appForFile()

const site = importingSite(() => app)
const { picture, put, run, runUntil, memesOf } = site

const NO_PICTURES = [
  { text: 'only words' },
  { type: 'service', actor: 'Dank memes', action: 'edit_group_photo', photo: 'photos/photo_9@21-05-2024_10-11-12.jpg' },
  { poll: { question: 'Which?', closed: false, total_voters: 0, answers: [] } },
]

test('imports a Telegram channel: captions, dates, hashtags, spoilers; the report has the rest', async () => {
  const [one, two, doc] = [await picture('one'), await picture('two'), await picture('doc')]
  const photo = (index: number) => telegramPhoto(index, one.length)
  const hashtag = { type: 'hashtag', text: '#cats' }
  const video = { media_type: 'video_file', mime_type: 'video/mp4', duration_seconds: 3, width: 640, height: 360 }
  const messages = [
    // An album: the caption is on its first picture.
    telegramMessage({
      ...photo(1),
      text: ['A bold ', { type: 'bold', text: 'title' }, '\nwith ', hashtag, ' and \u0007'],
    }),
    telegramMessage({ ...photo(2), date_unixtime: '1716279073', media_spoiler: true }),
    telegramMessage({ file: 'files/doc.png', file_name: 'doc.png', file_size: doc.length, mime_type: 'image/png' }),
    ...NO_PICTURES.map(telegramMessage),
    { id: 90, type: 'unsupported' },
    { ...telegramMessage({ file: 'stickers/sticker.webp', media_type: 'sticker', sticker_emoji: '😀' }), id: 91 },
    { ...telegramMessage({ file: 'video_files/clip.mp4', ...video }), id: 92 },
    { ...telegramMessage({ file: 'animations/cat.mp4', ...video, media_type: 'animation' }), id: 93 },
    { ...telegramMessage({ photo: NOT_INCLUDED, width: 1, height: 1 }), id: 94 },
    { ...telegramMessage({ file: TOO_LARGE, mime_type: 'image/png', file_name: 'big.png' }), id: 95 },
    { ...telegramMessage(photo(96)), id: 96 },
    { ...telegramMessage({ photo: '../secret.png' }), id: 97 },
    { ...telegramMessage({ photo: 'photos/link.jpg' }), id: 98 },
    { id: 'ninety-nine' },
  ]
  await put('secret.png', await picture('secret'))
  await put(`chat/${photo(1).photo}`, one)
  await put(`chat/${photo(2).photo}`, two)
  await put('chat/files/doc.png', doc)
  await symlink(path.join(site.folder(), 'secret.png'), path.join(site.folder(), 'chat/photos/link.jpg'))
  await put('chat/result.json', telegramJson(telegramChat(messages)))

  const dry = await run('chat', '--dry-run')
  expect(dry.summary).toContain('Would import 3 memes')
  expect(await memesOf()).toEqual([])

  const stop = new AbortController()
  stop.abort()
  const stopped = await runUntil(stop.signal, 'chat')
  expect([stopped.code, stopped.summary]).toEqual([1, expect.stringContaining('Imported 0 memes')])

  const { code, summary, skipped } = await run('chat')
  expect([code, summary]).toEqual([0, expect.stringContaining('Imported 3 memes')])
  expect(summary).toContain('from a Telegram export; 0 were imported before; 10 skipped')
  expect(skipped.toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual([
    ['missing file', 'message 94, (File not included. Change data exporting settings to download.)', NOT_INCLUDED],
    ['missing file', expect.stringContaining('message 95'), TOO_LARGE],
    ['missing file', `message 96, ${photo(96).photo}`, photo(96).photo],
    ['outside of the source', 'message 97, ../secret.png', '../secret.png'],
    ['outside of the source', 'message 98, photos/link.jpg', 'photos/link.jpg'],
    ['unreadable', 'a message', 'has an unknown format'],
    ['unsupported type', 'message 90', 'Telegram Desktop did not export it'],
    ['unsupported type', 'message 91', 'sticker: stickers/sticker.webp'],
    ['unsupported type', 'message 92', 'video_file: video_files/clip.mp4'],
    ['unsupported type', 'message 93', 'animation: animations/cat.mp4'],
  ])
  const expected = [
    expect.objectContaining({
      name: 'A bold title',
      description: 'with #cats and',
      tags: ['cats'],
      sensitive: false,
      created_at: new Date('2024-05-21T08:11:12Z'),
    }),
    expect.objectContaining({ name: 'Dank memes', sensitive: true, created_at: new Date('2024-05-21T08:11:13Z') }),
    expect.objectContaining({ name: 'doc', sensitive: false }),
  ]
  expect(await memesOf()).toEqual(expected)
  expect((await run('chat')).summary).toContain('Imported 0 memes')
  expect((await run('chat')).summary).toContain('3 were imported before; 10 skipped')
  expect(await memesOf()).toEqual(expected)
})

test('imports a Telegram export from an archive, up to where an interrupted export ends', async () => {
  const photo = telegramPhoto(1, 1000)
  const whole = telegramJson(telegramChat([telegramMessage(photo), telegramMessage({ text: 'the end' })]))
  const zip = new ZipWriter(new Uint8ArrayWriter())
  const add = async (name: string, bytes: Buffer) => zip.add(name, new Uint8ArrayReader(new Uint8Array(bytes)))
  await add('ChatExport_2024-05-21/result.json', Buffer.from(whole.slice(0, whole.indexOf('the end'))))
  await add(`ChatExport_2024-05-21/${photo.photo}`, await picture('zipped'))
  await put('telegram.zip', Buffer.from(await zip.close()))
  const { code, summary, lines } = await run('telegram.zip')
  expect([code, summary]).toEqual([1, expect.stringContaining('Imported 1 memes')])
  expect(lines.at(-1)).toContain('ends early')
})

test.each([
  { about: 'Here is the data you requested.', personal_information: {}, profile_pictures: [] },
  { about: 'Here is the data you requested.', chats: { about: '', list: [telegramChat([])] } },
])('refuses the export of a whole Telegram account', async (content) => {
  await put('all/result.json', telegramJson(content))
  expect(await run('all')).toMatchObject({ code: 1, lines: [expect.stringContaining('is not the export of one chat')] })
})

test('imports szurubooru over its API: tags, safety, source, dates; a stopped run continues without downloading again', async () => {
  const tag = (...names: string[]) => ({ names, category: 'default', usages: 1 })
  const posts = [
    {
      id: 7,
      bytes: await picture('seven'),
      fields: { tags: [tag('surprised_cat', 'cat'), tag('meme')], safety: 'sketchy', source: 'https://example.com/7' },
    },
    { id: 8, bytes: null },
    { id: 9, bytes: null, mimeType: 'video/mp4' },
    { id: 10, bytes: null, mimeType: 'image/heic' },
    { id: 11, bytes: await picture('eleven'), fields: { fileSize: PICTURE_MAX_BYTES + 1 } },
    { id: 12, bytes: await picture('twelve') },
    { id: 13, bytes: await picture('seven') },
    { id: 14, bytes: null, fields: { contentUrl: 'http://127.0.0.1:1/posts/14.png' } },
    ...(await Promise.all([150, 151, 152].map(async (id) => ({ id, bytes: await picture(`post ${id}`) })))),
    // More than one page.
    ...Array.from({ length: 100 }, (_, index) => ({ id: 20 + index, bytes: null, mimeType: 'video/mp4' })),
  ]
  const booru = await szurubooruServer(posts, { tooMany: 2 })
  const key = await put('key', `${SZURUBOORU_KEY}\n`)
  const words = [booru.address, '--from', 'szurubooru', '--key-file', key] as const

  expect((await run(...words, '--dry-run')).summary).toMatch(/^Would import [78] memes .* from szurubooru/)
  expect(booru.requests.filter((address) => address.startsWith('/data/')).length).toBeLessThanOrEqual(4)
  expect(await memesOf()).toEqual([])

  const stop = new AbortController()
  booru.onFile = (id) => id >= 150 && stop.abort()
  const stopped = await runUntil(stop.signal, ...words)
  expect(stopped.code).toBe(1)
  expect(stopped.lines.at(-1)).toContain('Stopped; the next run continues.')
  const half = (await memesOf()).length
  expect(half).toBeGreaterThanOrEqual(2)
  expect(half).toBeLessThan(5)

  booru.onFile = () => {}
  booru.requests.length = 0
  const { code, summary, skipped } = await run(...words)
  expect([code, summary]).toEqual([0, expect.stringContaining(`Imported ${5 - half} memes`)])
  expect(booru.requests.filter((address) => /\/data\/posts\/(7|12)_/.test(address))).toEqual([])
  const others = skipped.filter(([, , detail]) => detail !== 'video/mp4')
  expect(others.toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual([
    ['missing file', 'post 8', 'status 404'],
    ['too large', 'post 11', ''],
    ['unreachable', 'post 14', 'is not an address on the public internet'],
    ['unsupported type', 'post 10', 'image/heic'],
  ])
  expect(skipped).toHaveLength(105)
  const memes = await memesOf()
  expect(memes).toHaveLength(5)
  expect(memes).toContainEqual({
    name: 'surprised cat meme',
    description: 'https://example.com/7 #surprised_cat #meme',
    tags: ['surprised_cat', 'meme'],
    sensitive: true,
    created_at: new Date('2020-02-03T04:05:06.789Z'),
  })
  booru.requests.length = 0
  expect((await run(...words)).summary).toContain('Imported 0 memes')
  // Post 13 has the picture of post 7.
  expect(booru.requests.filter((address) => address.startsWith('/data/'))).toEqual([
    '/data/posts/8_0000000000000008.png',
  ])
})

test('reports the refusals of szurubooru in a line', async () => {
  const booru = await szurubooruServer([{ id: 1, bytes: await picture('one') }])
  const wrong = await put('wrong', 'anna:wrong')
  const of = async (...words: string[]) => (await run(booru.address, ...words)).lines.at(-1)
  expect(await of('--from', 'szurubooru')).toContain('status 403, Insufficient privileges to do this.')
  expect(await of('--from', 'szurubooru', '--key-file', wrong)).toContain('status 403, Invalid token.')
  expect(await of('--from', 'szurubooru', '--key-file', path.join(site.folder(), 'none'))).toContain('cannot be read')
  expect(await of('--key-file', wrong)).toContain('--from has to name the system')
  expect((await run('http://127.0.0.1:1', '--from', 'szurubooru')).lines.at(-1)).toContain('ECONNREFUSED')
})

test('imports an album of Immich over its API: descriptions, tags, dates; a later run downloads nothing', async () => {
  const id = (digit: number) => `${digit}f1c0a52-7d1e-4c3b-9a43-1f0d9b2c4e5a`
  const assets = [
    { id: id(1), bytes: await picture('cat'), originalFileName: 'Cat.png', description: 'A cat', tags: ['Memes/Cats'] },
    { id: id(2), bytes: null, originalFileName: 'clip.mp4', type: 'VIDEO' as const, originalMimeType: 'video/mp4' },
    { id: id(3), bytes: null, originalFileName: 'IMG_1.HEIC', originalMimeType: 'image/heic' },
    { id: id(4), bytes: await picture('theirs'), originalFileName: 'theirs.png', isOthers: true },
    { id: id(5), bytes: null, originalFileName: 'gone.png' },
    { id: id(6), bytes: await picture('dog'), originalFileName: 'dog.png', fileCreatedAt: '2022-06-07T08:09:10.123Z' },
  ]
  const immich = await immichServer(assets)
  const words = [immich.album, '--from', 'immich', '--key-file', await put('key', IMMICH_KEY)] as const
  expect((await run(...words, '--dry-run')).summary).toMatch(/^Would import [2-4] memes/)
  expect(await memesOf()).toEqual([])

  const { code, summary, skipped } = await run(...words)
  expect([code, summary]).toEqual([0, expect.stringContaining('Imported 2 memes')])
  expect(skipped.toSorted((a, b) => a.join().localeCompare(b.join()))).toEqual([
    ['no rights', `asset ${id(4)}, theirs.png`, 'status 400, Not found or no asset.download access'],
    ['unreachable', `asset ${id(5)}, gone.png`, 'status 500, Internal server error'],
    ['unsupported type', `asset ${id(2)}, clip.mp4`, 'video/mp4'],
    ['unsupported type', `asset ${id(3)}, IMG_1.HEIC`, 'image/heic'],
  ])
  expect(await memesOf()).toEqual([
    {
      name: 'Cat',
      description: 'A cat #Cats',
      tags: ['cats'],
      sensitive: false,
      created_at: new Date('2021-06-07T08:09:10.000Z'),
    },
    expect.objectContaining({ name: 'dog', created_at: new Date('2022-06-07T08:09:10.123Z') }),
  ])
  immich.requests.length = 0
  expect((await run(...words)).summary).toContain('Imported 0 memes')
  expect(immich.requests.filter((line) => line.endsWith(`${id(1)}/original`))).toEqual([])

  // A deleted meme is imported again.
  await app.db.deleteFrom('memes').where('user_id', '=', site.member().user.id).where('name', '=', 'dog').execute()
  expect((await run(...words)).summary).toContain('Imported 1 memes')
})

test('stops when Immich refuses the key, and requires an album', async () => {
  const assets = [
    { id: '1f1c0a52-7d1e-4c3b-9a43-1f0d9b2c4e5a', bytes: await picture('cat'), originalFileName: 'cat.png' },
  ]
  const immich = await immichServer(assets, { permissions: ['asset.read'] })
  const key = await put('key', IMMICH_KEY)
  const refused = await run(immich.album, '--from', 'immich', '--key-file', key)
  expect([refused.code, refused.summary]).toEqual([1, expect.stringContaining('Imported 0 memes')])
  expect(refused.lines.at(-1)).toContain('Missing required permission: asset.download')
  const wrong = await run(immich.album, '--from', 'immich', '--key-file', await put('wrong', 'wrong'))
  expect(wrong.lines.at(-1)).toContain('status 401, Invalid API key')
  const library = await run(immich.origin, '--from', 'immich', '--key-file', key)
  expect(library).toMatchObject({ code: 1, lines: [expect.stringContaining('name an album of Immich')] })
})
