import { afterEach, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { shareLinks, shareOnSheet } from './share-targets.ts'

afterEach(() => vi.unstubAllGlobals())

it('passes the encoded name and address to each chat', () => {
  const links = shareLinks('Cats & "dogs"', 'https://memes.example/meme/1?a=b&c')
  for (const { href } of links) {
    const url = new URL(href)
    expect([...url.searchParams.values()].join(' '), href).toContain('https://memes.example/meme/1?a=b&c')
    expect(href).not.toContain('"')
  }
  expect(links.map(({ name }) => name)).toEqual(['Telegram', 'WhatsApp', 'Facebook', 'Zalo', 'X'])
})

it('shares the file itself if the device supports files, otherwise the link', async () => {
  const share = vi.fn(async (_data: ShareData) => undefined)
  vi.stubGlobal('fetch', async () => new Response('bytes'))
  vi.stubGlobal('location', new URL('https://memes.example/'))
  for (const takesFiles of [true, false]) {
    vi.stubGlobal('navigator', { share, canShare: () => takesFiles })
    await shareOnSheet(memeNumber(1))
  }
  const [withFile, link] = share.mock.calls.map(([data]) => data)
  expect(withFile?.files).toHaveLength(1)
  expect(link).toEqual({ title: memeNumber(1).name, url: `https://memes.example/meme/${memeNumber(1)._id}` })
})
