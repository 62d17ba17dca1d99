import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { firstViewMarkup } from './first-view-data.ts'
import { webClientRoutes } from './web-client.ts'
import { readWebPage } from './web-page.ts'

const shown = {
  name: 'Memeroom',
  languages: ['en', 'vi'] as const,
  logo: null,
  hasRules: false,
  membersOnly: false,
  registration: 'open' as const,
  providerNames: [],
  providersOnly: false,
}
const face = {
  ...shown,
  gifProvider: false,
  gifKeysRequired: false,
  description: '',
  accentColor: '',
  contact: 'privacy@localhost',
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const dataOf = (markup: string) => JSON.parse(/id="first-view">(.*?)<\/script>/s.exec(markup)?.[1] ?? '')

describe('data for the page’s scripts', () => {
  it('contains the feed page and the addresses of the texts', () => {
    const texts = { texts: { en: '/assets/texts-en.js' }, firstTexts: {} }
    expect(dataOf(firstViewMarkup({ page: '{"success":true}', tags: [] }, texts, {}, face))).toEqual({
      ...texts,
      page: { success: true },
      tags: [],
      meme: null,
      answers: [],
      site: shown,
    })
    expect(dataOf(firstViewMarkup({ page: null, tags: null }, texts, {}, face))).toEqual({
      ...texts,
      page: null,
      tags: null,
      meme: null,
      answers: [],
      site: shown,
    })
  })

  it('cannot close its element early', () => {
    const markup = firstViewMarkup(
      { page: JSON.stringify({ name: '</script><b>' }), tags: null },
      { texts: {}, firstTexts: {} },
      {},
      face,
    )
    expect(markup).not.toContain('</script><b>')
    expect(dataOf(markup).page).toEqual({ name: '</script><b>' })
    const body = { name: '</script><!--<b>\u2028' }
    const answered = firstViewMarkup(
      { page: null, tags: null },
      { texts: {}, firstTexts: {} },
      { answers: [{ call: 'GET /x', address: '/api/x', body }] },
      face,
    )
    expect(answered).not.toMatch(/<(?!script type|\/script>$)/)
    expect(dataOf(answered).answers[0].body).toEqual(body)
  })
})

describe('readWebPage', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'page-'))
  })
  afterEach(() => rm(root, { recursive: true }))

  /** Serves the pages in `root`. Each call for content fails with the reason. */
  async function serve(app: FastifyInstance, { hasContent, reason }: { hasContent: boolean; reason: string }) {
    const fails = async () => {
      throw new Error(reason)
    }
    await webClientRoutes(app, {
      page: await readWebPage(root),
      firstPage: fails,
      readConfig: fails,
      dayTags: fails,
      hasContent: () => hasContent,
      siteBranding: async () => face,
      describe: fails,
      describeAddress: () => ({ head: '' }),
    })
  }

  it('returns the hashes of the page’s own scripts and styles', async () => {
    const scripts = ['one()', 'two(`\n`)']
    const [first, second] = scripts.map((script) => `<script>${script}</script>`)
    await writeFile(
      path.join(root, 'index.html'),
      `<head><!--first-view--><style>a{}</style>${first}\n    <script type="module" src="/assets/index.js"></script>\n</head><body>${second}</body>`,
    )
    const { hashes } = await readWebPage(root)
    expect(hashes).toEqual({ script: scripts.map(hashOf), style: [hashOf('a{}')] })
  })

  it('puts the parts of a screen only into its pages, and allows them only there', async () => {
    const parts = (name: string) =>
      `<style data-screen="${name}">${name}{}</style><script data-screen="${name}">${name}()</script>`
    await writeFile(
      path.join(root, 'index.html'),
      `<head><!--first-view--></head><body><div id="root"></div>${parts('about')}${parts('plain')}</body>`,
    )
    const app = Fastify()
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', "default-src 'self';script-src 'self';style-src 'self'")
    })
    await serve(app, { hasContent: false, reason: 'not asked' })
    for (const [url, name, other] of [
      ['/about', 'about', 'plain'],
      ['/rules', 'plain', 'about'],
      ['/nothing', 'plain', 'about'],
    ] as const) {
      const { body, headers } = await app.inject(url)
      expect(body).toContain(`<div id="root"></div><script>${name}()</script>`)
      expect(body).toContain(`<style>${name}{}</style>`)
      expect(body).not.toContain(other)
      expect(headers['content-security-policy']).toBe(
        `default-src 'self';script-src 'self' ${hashOf(`${name}()`)};style-src 'self' ${hashOf(`${name}{}`)}`,
      )
    }
    await app.close()
  })

  it('is served during a database outage', async () => {
    await writeFile(path.join(root, 'index.html'), '<!--first-view--><p>the page')
    const app = Fastify()
    await serve(app, { hasContent: true, reason: 'connect ECONNREFUSED' })
    for (const url of ['/', '/?view=0198', '/user/somebody', '/trending']) {
      const { statusCode, body } = await app.inject(url)
      expect([statusCode, body.includes('the page')], url).toEqual([200, true])
    }
    await app.close()
  })

  it('serves precompressed scripts to clients that accept them', async () => {
    await writeFile(path.join(root, 'index.html'), '<!--first-view-->')
    await mkdir(path.join(root, 'assets'))
    await writeFile(path.join(root, 'assets', 'index-1.js'), 'plain')
    await writeFile(path.join(root, 'assets', 'index-1.js.br'), 'less')
    const app = Fastify()
    await serve(app, { hasContent: false, reason: 'not asked' })
    const get = (encoding: string) =>
      app.inject({ url: '/assets/index-1.js', headers: { 'accept-encoding': encoding } })
    const small = await get('gzip, br')
    expect([small.body, small.headers['content-encoding']]).toEqual(['less', 'br'])
    const plain = await get('gzip')
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['plain', undefined])
    for (const { headers } of [small, plain])
      expect([headers.vary, headers['cache-control'], headers['content-type']]).toEqual([
        'accept-encoding',
        'public, max-age=31536000, immutable',
        'application/javascript; charset=utf-8',
      ])
    expect(small.headers.etag).not.toBe(plain.headers.etag)
    await app.close()
  })

  it('finds the built texts', async () => {
    await writeFile(path.join(root, 'index.html'), '')
    await mkdir(path.join(root, '.vite'))
    const list = { vi: { file: 'assets/vi-1.js', gaps: 0, firstTexts: { '/login': { 'common.login': 'Đăng nhập' } } } }
    await writeFile(path.join(root, '.vite', 'languages.json'), JSON.stringify(list))
    expect(await readWebPage(root)).toMatchObject({
      texts: { vi: '/assets/vi-1.js' },
      firstTexts: { vi: { '/login': { 'common.login': 'Đăng nhập' } } },
    })
  })

  it('lists the files of a screen that the home page lacks', async () => {
    await writeFile(path.join(root, 'index.html'), '')
    await mkdir(path.join(root, '.vite'))
    const list = {
      'index.html': { file: 'assets/index-1.js', imports: ['_home.js'] },
      '_home.js': { file: 'assets/home-1.js' },
      '_parts.js': { file: 'assets/parts-1.js', imports: ['_home.js'], css: ['assets/parts-1.css'] },
      'app/other-screens.tsx': { file: 'assets/other-screens-1.js', imports: ['_home.js'] },
      'app/routes/meme.tsx': { file: 'assets/meme-1.js', imports: ['_home.js', '_parts.js'] },
    }
    await writeFile(path.join(root, '.vite', 'manifest.json'), JSON.stringify(list))
    const { screens } = await readWebPage(root)
    const filesOf = (page: string) =>
      [...(screens[page] ?? '').matchAll(/rel="(\w+)"[^>]*href="([^"]+)"/g)].map(([, ...link]) => link)
    expect(filesOf(PAGES.rules)).toEqual([['modulepreload', '/assets/other-screens-1.js']])
    expect(filesOf(PAGES.meme)).toEqual([
      ['modulepreload', '/assets/other-screens-1.js'],
      ['modulepreload', '/assets/meme-1.js'],
      ['modulepreload', '/assets/parts-1.js'],
      ['preload', '/assets/parts-1.css'],
    ])
    expect(screens[PAGES.home]).toBeUndefined()
  })
})
