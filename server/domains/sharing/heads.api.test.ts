import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import Validator from '@adobe/structured-data-validator'
import { describe, expect, test } from 'vitest'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { readHead, WEB_PAGE } from '#test/head.ts'
import { animatedGif, animatedWebp } from '#test/pictures.ts'
import { compareNewMemes } from '../feed/relate-memes.ts'
import { refreshTrending } from '../trending/refresh-trending.ts'

const SITE = 'http://memeroom.test'

const folder = await folderForFile()
await writeFile(path.join(folder.path, 'index.html'), WEB_PAGE)
const app = await appForFile({}, { webRoot: folder.path })
const { user } = await buildMember(app)
const username = user.username
const draw = (text: string) => captionedPicture({ seed: 'heads', text })
const still = await buildMeme(app, {
  user,
  name: 'Monday otter',
  description: '#monday',
  bytes: await draw('ON MONDAY'),
})
await buildMeme(app, { user, name: 'Friday otter', description: '#friday', bytes: await draw('AND ON FRIDAY') })
const animated = await buildMeme(app, { user, name: 'Walking bar', description: '#bar', bytes: await animatedGif() })
const walking = { user, name: 'Walking too', description: '#bar', bytes: await animatedWebp() }
const animatedInWebp = await buildMeme(app, walking)
const sensitive = await buildMeme(app, {
  user,
  name: 'Hidden thing',
  description: '#hidden',
  altText: 'A hidden thing',
})
await changeMemes(app.db, sensitive.id, { sensitive_by: 'uploader' })
await compareNewMemes(app.deps)
const templateId = (await app.call('GET', `/meme/${still.id}`)).body.data.templateId
const reader = await buildMember(app)
const album = { name: 'Otters of the week', visibility: 'public' }
const albumId = (await app.call('POST', '/albums', { token: reader.token, body: album })).body.data._id
await app.call('PUT', `/albums/${albumId}/memes/${still.id}`, { token: reader.token })
const body = { memeId: still.id, action: 'copy' }
await app.call('POST', '/user-action', { token: reader.token, body })
await refreshTrending(app.deps)

interface Expected {
  /** The requested address. */
  url: () => string
  /** The page's canonical address, if it differs. */
  canonical?: () => string
  titles: [en: string, vi: string]
  /** Media types of the preview pictures, in display order. */
  pictures: string[]
  /** Kinds of structured data. */
  types: string[]
  indexed?: false
}

const PAGES: [string, Expected][] = [
  ['home', { url: () => '/', titles: ['Memeroom', 'Memeroom'], pictures: [], types: ['WebSite'] }],
  [
    'a search',
    {
      url: () => '/?search=otter',
      titles: ['Results for “otter”', 'Kết quả cho “otter”'],
      pictures: ['image/jpeg'],
      types: ['CollectionPage'],
      indexed: false,
    },
  ],
  [
    'a search with filters and no results',
    {
      url: () => '/?search=otter&animated=true&sort=newest',
      titles: ['Results for “otter”', 'Kết quả cho “otter”'],
      pictures: [],
      types: ['CollectionPage'],
      indexed: false,
    },
  ],
  [
    'a search without results',
    {
      url: () => '/?search=xylophone',
      titles: ['Results for “xylophone”', 'Kết quả cho “xylophone”'],
      pictures: [],
      types: ['CollectionPage'],
      indexed: false,
    },
  ],
  [
    'a meme',
    {
      url: () => `/meme/${still.id}`,
      titles: ['Monday otter', 'Monday otter'],
      pictures: ['image/jpeg'],
      types: ['BreadcrumbList', 'ImageObject'],
    },
  ],
  [
    'a meme over a template',
    {
      url: () => `/template/${templateId}?view=${still.id}`,
      canonical: () => `/meme/${still.id}`,
      titles: ['Monday otter', 'Monday otter'],
      pictures: ['image/jpeg'],
      types: ['BreadcrumbList', 'ImageObject'],
    },
  ],
  [
    'an animated meme',
    {
      url: () => `/meme/${animated.id}`,
      titles: ['Walking bar', 'Walking bar'],
      pictures: ['image/jpeg', 'image/gif'],
      types: ['BreadcrumbList', 'ImageObject'],
    },
  ],
  [
    // Few chat apps support WebP, so their previews show a still picture.
    'a meme animated in WebP',
    {
      url: () => `/meme/${animatedInWebp.id}`,
      titles: ['Walking too', 'Walking too'],
      pictures: ['image/jpeg'],
      types: ['BreadcrumbList', 'ImageObject'],
    },
  ],
  [
    'a sensitive meme',
    {
      url: () => `/meme/${sensitive.id}`,
      titles: ['Hidden thing', 'Hidden thing'],
      pictures: [],
      types: ['BreadcrumbList', 'ImageObject'],
    },
  ],
  [
    'a tag with only a sensitive meme',
    {
      url: () => '/tag/hidden',
      titles: ['#hidden memes', 'Meme #hidden'],
      pictures: [],
      types: ['BreadcrumbList', 'CollectionPage'],
    },
  ],
  [
    'a person',
    {
      url: () => `/user/${username}`,
      titles: [`Person`, 'Person'],
      pictures: ['image/jpeg'],
      types: ['BreadcrumbList', 'ProfilePage'],
    },
  ],
  [
    'a tag',
    {
      url: () => '/tag/monday',
      titles: ['#monday memes', 'Meme #monday'],
      pictures: ['image/jpeg'],
      types: ['BreadcrumbList', 'CollectionPage'],
    },
  ],
  [
    'trending memes',
    {
      url: () => '/trending',
      titles: ['Trending memes', 'Meme nổi bật'],
      pictures: ['image/jpeg'],
      types: ['BreadcrumbList', 'CollectionPage'],
    },
  ],
  [
    'trending members',
    {
      url: () => '/trending-users',
      titles: ['Trending people', 'Thành viên nổi bật'],
      pictures: [],
      types: ['BreadcrumbList'],
    },
  ],
  [
    'templates',
    { url: () => '/templates', titles: ['Meme templates', 'Mẫu meme'], pictures: [], types: ['BreadcrumbList'] },
  ],
  [
    'a template',
    {
      url: () => `/template/${templateId}`,
      titles: ['otter on Memeroom', 'otter trên Memeroom'],
      pictures: ['image/jpeg'],
      types: ['BreadcrumbList', 'CollectionPage'],
    },
  ],
  [
    'an album',
    {
      url: () => `/album/${albumId}`,
      titles: ['Otters of the week', 'Otters of the week'],
      pictures: ['image/jpeg'],
      types: ['BreadcrumbList', 'CollectionPage'],
    },
  ],
]

describe.each(PAGES)('the head of %s', (_name, expected) => {
  test.each(['en', 'vi'] as const)('is complete in %s', async (language) => {
    const { status, result, document, hrefs, contents, found } = await readHead(app, expected.url(), language)
    expect(status).toBe(200)
    const title = expected.titles[language === 'en' ? 0 : 1]
    const address = `${SITE}${(expected.canonical ?? expected.url)()}`

    expect(document.querySelectorAll('title')).toHaveLength(1)
    expect(document.title).toContain(title)
    expect(result.ogTitle).toContain(title)
    expect(result.twitterTitle).toBe(result.ogTitle)
    const [description] = contents('meta[name="description"]')
    expect(description?.length).toBeGreaterThan(0)
    expect([result.ogDescription, result.twitterDescription]).toEqual([description, description])
    expect(result).toMatchObject({
      ogUrl: address,
      ogSiteName: 'Memeroom',
      ogLocale: language === 'en' ? 'en_US' : 'vi_VN',
      twitterCard: expected.pictures.length > 0 ? 'summary_large_image' : 'summary',
    })

    expect(hrefs('link[rel="canonical"]')).toEqual([address])
    const query = address.includes('?') ? '&' : '?'
    for (const lng of ['en', 'vi']) expect(hrefs(`link[hreflang="${lng}"]`)).toEqual([`${address}${query}lng=${lng}`])
    expect(hrefs('link[hreflang="x-default"]')).toEqual([address])
    expect(contents('meta[name="robots"]')).toEqual(expected.indexed === false ? ['noindex'] : [])

    // Compare in page order, because the parser sorts them.
    expect(contents('meta[property="og:image:type"]')).toEqual(expected.pictures)
    const pictures = result.ogImage ?? []
    expect(pictures).toHaveLength(expected.pictures.length)
    for (const { width, height, alt } of pictures as { width: unknown; height: unknown; alt?: string }[]) {
      expect([Number(width), Number(height)]).toEqual([expect.toSatisfy(isSide), expect.toSatisfy(isSide)])
      expect(alt?.length).toBeGreaterThan(0)
    }
    expect(contents('meta[name="twitter:image"]')).toEqual(contents('meta[property="og:image"]').slice(0, 1))

    expect(Object.keys(found.jsonld).sort()).toEqual(expected.types)
    const issues = await new Validator().validate(found)
    expect(issues.filter(({ severity }) => severity === 'ERROR')).toEqual([])
  })
})

const isSide = (pixels: number) => pixels > 0 && pixels <= 1200

test('sitemaps omit sensitive memes and list each template', async () => {
  const load = async (url: string) => (await app.app.inject({ url: url.replace(SITE, '') })).body
  const files = [...(await load('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc)
  const all = (await Promise.all(files.map(load))).join('')
  expect(all).toContain(`<loc>${SITE}/meme/${still.id}</loc>`)
  expect(all).toContain(`<loc>${SITE}/template/${templateId}</loc>`)
  expect(all).toContain(`<loc>${SITE}/tag/monday</loc>`)
  expect(all).not.toContain(sensitive.id)
  expect(all).not.toContain('/tag/hidden')
})
