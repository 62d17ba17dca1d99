import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { PRIVATE_PAGES } from '#contract/pages.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'

const PAGE = '<div id="root">'

const folder = await folderForFile()
await mkdir(path.join(folder.path, 'assets'))
await writeFile(path.join(folder.path, 'index.html'), `<html lang="en"><head></head><body>${PAGE}</div></body>`)
await writeFile(path.join(folder.path, 'favicon.ico'), 'icon')
await writeFile(path.join(folder.path, 'assets', 'app-1.js'), 'app()')
const app = await appForFile({ contactEmail: 'help@memeroom.test' }, { webRoot: folder.path })

async function get(url: string, method: 'GET' | 'POST' = 'GET') {
  const { statusCode, headers, body } = await app.app.inject({ method, url })
  return { status: statusCode, headers, body, isPage: body.includes(PAGE) }
}

describe('a file', () => {
  test('that exists is served', async () => {
    expect(await get('/favicon.ico')).toMatchObject({ status: 200, body: 'icon' })
    expect(await get('/assets/app-1.js')).toMatchObject({ status: 200, body: 'app()' })
    expect((await get('/assets/app-1.js', 'POST')).headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  test.each([
    '/index.html',
    '/favicon.png',
    '/apple-touch-icon.png',
    '/wp-login.php',
    '/.env',
    '/.git/config',
    '/%2Egit/config',
    '/.vite/manifest.json',
    '/.well-known/nothing',
    '/.well-known/acme-challenge/x',
    '/assets/app-2.js',
    '/assets',
    '/assets/',
    '/media',
    '/media/',
    '/media/nothing.webp',
    '/sitemaps.xml?x=1',
    'http://memeroom.test/backup.zip',
  ])('that does not exist, %s, returns 404 without a page', async (url) => {
    const { status, isPage, body } = await get(url)
    expect([status, isPage]).toEqual([404, false])
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'request.notFound' })
  })

  test('/robots.txt excludes private pages from search engines, and nothing that a page needs', async () => {
    const { status, headers, body } = await get('/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const refused = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, rule]) => rule)
    expect(refused).toEqual([...PRIVATE_PAGES, '/*?search='])
  })

  test('/.well-known/security.txt has the contact', async () => {
    const { status, headers, body } = await get('/.well-known/security.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toMatch(/^Contact: mailto:help@memeroom\.test\nExpires: /)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
  })

  test('/.well-known/change-password redirects to the form', async () => {
    const { status, headers } = await get('/.well-known/change-password')
    expect([status, headers.location]).toEqual([302, '/account?tab=password'])
  })
})
