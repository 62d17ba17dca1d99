import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { GiphyFetch } from '@giphy/js-fetch-api'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import type { AppProcess } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'
import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { uploadMeme } from './people.ts'

/** A page of another site, with everything that it needs. */
async function bundlePage(): Promise<{ script: string; style: string }> {
  const input = fileURLToPath(new URL('gif-clients.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, rollupOptions: { input } },
  })
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const textOf = (extension: string) =>
    files
      .filter(({ fileName }) => fileName.endsWith(extension))
      .map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
      .join('\n')
  return { script: textOf('.js'), style: textOf('.css') }
}

async function startOtherSite() {
  const { script, style } = await bundlePage()
  const page = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><style>${style}</style>
    <body><script type="module" src="/page.js"></script></body></html>`
  const server = createServer((request, response) =>
    request.url === '/page.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      : response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

async function fillSite(app: AppProcess) {
  const member = await signUp(app)
  await cli({ DATA_DIR: app.dataDir }, 'user', 'role', member.username, 'admin')
  const headers = {
    authorization: `Bearer ${member.authentication.token}`,
    'content-type': 'application/json',
  }
  const settings = { method: 'PUT', headers, body: JSON.stringify({ gifProvider: true }) }
  expect((await fetch(`${app.url}/api/admin/settings`, settings)).status).toBe(200)
  const memes = []
  for (const name of ['Monday again #monday', 'Con mèo lười #mèo', 'Monday, 07:59 #monday', 'Mèo béo #mèo'])
    memes.push(await uploadMeme(app, member, { name, width: 480, height: 360 }))
  for (const { _id } of memes) await fetch(`${app.url}/gif/tenor/v2/registershare?id=${_id}`)
  const count = async (call: string, list: string): Promise<number> =>
    (await (await fetch(`${app.url}/gif/tenor/v2/${call}`)).json())[list].length
  for (const [call, list] of [
    ['featured', 'results'],
    ['categories', 'tags'],
  ] as const)
    await expect.poll(() => count(call, list), { timeout: 120_000 }).toBeGreaterThanOrEqual(2)
  return memes
}

const isLoaded = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(selector)
        .evaluateAll((all) => all.length > 0 && all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)

test('client libraries of GIF providers search the site and show its memes, in both languages', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000)
  const [[monday], other] = await Promise.all([fillSite(app), startOtherSite()])
  const open = (format: string, locale: string) =>
    page.goto(`${other.url}/?${new URLSearchParams({ site: app.url, format, locale })}`)
  try {
    for (const format of ['tenor', 'giphy', 'klipy'])
      for (const [locale, words] of [
        ['en', 'monday'],
        ['vi', 'mèo'],
      ] as const)
        await test.step(`gif-picker-react with ${format}, searching “${words}”`, async () => {
          await open(format, locale)
          await isLoaded(page, '[data-testid=gpr-category] img')
          await page.getByText('Trending GIFs').click()
          await isLoaded(page, '.gpr-result-image img')
          await page.locator('.gpr-btn-clear-search').click()
          await page.getByTestId('gpr-search-input').fill(words)
          // Other tests may have memes with these words too.
          await expect.poll(() => page.locator('.gpr-result-image').count()).toBeGreaterThanOrEqual(2)
          await isLoaded(page, '.gpr-result-image img')
          await page.locator('.gpr-result-image').first().click()
          await isLoaded(page, '#chosen')
        })

    await test.step('@giphy/js-fetch-api', async () => {
      await open('giphy', 'en')
      const found = await page.evaluate(async (id) => {
        const client = (window as unknown as { giphyFetch: GiphyFetch }).giphyFetch
        const first = await client.search('monday', { limit: 1 })
        const second = await client.search('monday', { limit: 1, offset: 1 })
        const [trending, categories, cats] = await Promise.all([
          client.trending({ limit: 10 }),
          client.categories(),
          client.search('mèo'),
        ])
        const [one, several] = [await client.gif(id), await client.gifs([id])]
        const { width } = one.data.images.fixed_width
        return {
          pages: [first, second].map(({ data, pagination }) => [data.length, pagination.offset]),
          ids: new Set([...first.data, ...second.data].map((gif) => gif.id)).size,
          hasAll: [trending.data, categories.data, cats.data].every(({ length }) => length >= 2),
          one: [one.data.id, several.data.length, width],
        }
      }, monday?._id ?? '')
      expect(found).toEqual({
        pages: [
          [1, 0],
          [1, 1],
        ],
        ids: 2,
        hasAll: true,
        one: [monday?._id, 1, 200],
      })
    })
  } finally {
    other.close()
  }
})
