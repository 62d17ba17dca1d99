import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import ogs from 'open-graph-scraper'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { randomPicture } from '#test/random-picture.ts'

const SITE = 'http://memeroom.test'

const folder = await folderForFile()
const html = `<!doctype html><html lang="en"><head>
  <title>Memeroom</title>
  <meta name="description" content="default" />
  <!--first-view--></head><body><div id="root"></div></body></html>`
await writeFile(path.join(folder.path, 'index.html'), html)
const app = await appForFile({}, { webRoot: folder.path })
const { user } = await buildMember(app, { displayName: 'Lan "the" <Great>' })
const username = user.username
const meme = await buildMeme(app, {
  user,
  name: 'Monday again',
  description: 'The week begins #monday #work',
  altText: 'A cat under a desk',
  bytes: await randomPicture('share', { width: 1600, height: 900 }),
})
const memeId = meme.id

const get = async (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers })

async function preview(url: string, headers: Record<string, string> = {}) {
  const { body } = await get(url, headers)
  const { result } = await ogs({ html: body })
  return { body, result }
}

const linksOf = (body: string) =>
  [...body.matchAll(/<link ([^>]*)\/>/g)].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  )
const structured = (body: string) =>
  [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json))

describe('a meme page', () => {
  test.each([() => `/meme/${memeId}`, () => `/?view=${memeId}`, () => `/user/${username}?view=${memeId}`])(
    'has its name and picture for previews, and one address',
    async (address) => {
      const { body, result } = await preview(address())
      expect(result).toMatchObject({ ogTitle: 'Monday again', ogType: 'article', ogUrl: `${SITE}/meme/${memeId}` })
      expect(result.ogImage?.[0]).toMatchObject({ width: '1080', height: '608', alt: 'A cat under a desk' })
      const links = linksOf(body)
      expect(links.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['application/json+oembed', 'text/xml+oembed']),
      )
    },
  )

  test('describes the picture for search engines', async () => {
    const [image, way] = structured((await get(`/meme/${memeId}`)).body)
    expect(image).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'ImageObject',
      name: 'Monday again',
      caption: 'A cat under a desk',
      keywords: 'monday, work',
      creator: { '@type': 'Person', name: 'Lan "the" <Great>', url: `${SITE}/user/${username}` },
    })
    expect(image.contentUrl).toMatch(/^http:\/\/memeroom\.test\/media\/[0-9a-f]{40}\./)
    expect(way.itemListElement.map((step: { item: string }) => step.item)).toEqual([
      `${SITE}/`,
      `${SITE}/user/${username}`,
      `${SITE}/meme/${memeId}`,
    ])
  })

  test('includes the picture, words and data of the meme without scripts', async () => {
    const { body } = await get(`/meme/${memeId}`)
    const [, root = ''] = /<div id="root">(.*?)<\/main>/s.exec(body) ?? []
    const choice = /srcset="(\/media\/\S+ 480w, \/media\/\S+ 1080w, \/media\/\S+ 1600w)" sizes="([^"]+)"/
    const [, forms, sizes] = choice.exec(root) ?? []
    expect(root).toMatch(
      /<img srcset="[^"]+" sizes="[^"]+" src="\/media\/[^"]+" width="1600" height="900" alt="A cat under a desk"/,
    )
    // The page requests the same picture first, before the scripts.
    expect(forms).toBeDefined()
    expect(body).toMatch(/<link rel="preload" as="image" [^>]*fetchpriority="high"/)
    expect(body).toContain(`imagesrcset="${forms}" imagesizes="${sizes}"`)
    expect(root).toContain('<h1>Monday again</h1>')
    const { meme } = JSON.parse(/id="first-view">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(meme).toEqual((await app.call('GET', `/meme/${memeId}`)).body.data)
    // As an overlay, the meme is painted where the application will open it.
    const over = (await get(`/?view=${memeId}`)).body
    expect(over).toMatch(/<div id="root"><\/div><div class="first-over"><main class="first-meme">.*?<img srcset=/)
    expect(over).toMatch(/<link rel="preload" as="image" [^>]*fetchpriority="high"/)
  })

  test('uses the language of the address, then the cookie, then the browser', async () => {
    const vi = { 'accept-language': 'vi' }
    expect((await preview('/trending', vi)).result).toMatchObject({ ogTitle: 'Meme nổi bật', ogLocale: 'vi_VN' })
    expect((await preview('/trending?lng=en', vi)).result.ogLocale).toBe('en_US')
    expect((await preview('/trending', { cookie: 'a=b; i18next=vi' })).result.ogLocale).toBe('vi_VN')
    expect((await get('/trending?lng=vi')).body).toContain('<html lang="vi">')
  })
})

describe('the preview picture', () => {
  const addressOf = async (id: string) =>
    (await preview(`/meme/${id}`)).result.ogImage?.[0]?.url.replace(SITE, '') ?? ''

  test('is a JPEG in the announced size and at most 300 kB, for noise too', async () => {
    const noise = await sharp({
      create: {
        width: 1600,
        height: 1600,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 80 },
      },
    })
      .png()
      .toBuffer()
    const { id } = await buildMeme(app, { bytes: noise })
    const address = await addressOf(id)
    const { rawPayload, headers, statusCode } = await get(address)
    expect([statusCode, headers['content-type'], headers['cross-origin-resource-policy']]).toEqual([
      200,
      'image/jpeg',
      'cross-origin',
    ])
    expect(rawPayload.length).toBeLessThanOrEqual(300_000)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 })
    expect((await get(address, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  test('disappears with its meme', async () => {
    const { id } = await buildMeme(app)
    const address = await addressOf(id)
    expect((await get(address)).statusCode).toBe(200)
    await changeMemes(app.db, id, { status: 'removed' })
    expect((await get(address)).statusCode).toBe(410)
    expect((await get('/meme/nonsense/share.jpg')).statusCode).toBe(400)
  })
})

describe('pages of lists', () => {
  test('of a person and a tag have their own titles, feeds and links', async () => {
    const person = await preview(`/user/${username}`)
    expect(person.result).toMatchObject({ ogTitle: `Lan "the" <Great> (@${username})`, ogType: 'profile' })
    expect(person.body).toContain(`<a href="/meme/${memeId}">Monday again</a>`)
    expect(linksOf(person.body)).toContainEqual(
      expect.objectContaining({ type: 'application/atom+xml', href: `${SITE}/feeds/user/${username}.atom` }),
    )
    const tag = await preview('/tag/Monday')
    expect(tag.result).toMatchObject({
      ogTitle: '#monday memes',
      ogUrl: `${SITE}/tag/monday`,
      ogDescription: '1 meme with #monday on Memeroom.',
    })
  })

  test('are not indexed for searches, private pages and missing pages', async () => {
    const search = await preview('/?search=cats%20%26%20dogs')
    expect(search.result.ogTitle).toBe('Results for “cats & dogs”')
    expect(linksOf(search.body).map(({ href }) => href)).toContain(
      `${SITE}/feeds/search.atom?q=cats+%26amp%3B+dogs`.replace('%26amp%3B', '%26'),
    )
    for (const url of ['/?search=x', '/account', '/meme/nonsense', '/nothing'])
      expect((await get(url)).body, url).toContain('<meta name="robots" content="noindex" />')
    expect((await get('/')).body).not.toContain('noindex')
  })
})
