import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowing, parseFetchAllowlist } from './fetch-allowlist.ts'
import { fetchLink } from './fetch-link.ts'
import { isPublicAddress } from './public-address.ts'

describe('public addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
})

describe('following a link', () => {
  let server: http.Server
  let base: string
  const isLoopback = (address: string) => address === '127.0.0.1'

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      if (request.url === '/picture') return response.end('bytes')
      if (request.url === '/large') return response.end(Buffer.alloc(2000))
      if (request.url === '/there') return response.writeHead(302, { location: '/picture' }).end()
      if (request.url === '/inside')
        return response.writeHead(302, { location: 'http://169.254.169.254/secrets' }).end()
      if (request.url === '/file') return response.writeHead(302, { location: 'file:///etc/passwd' }).end()
      if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end()
      return response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(() => server.close())

  const follow = (link: string) => fetchLink(link, { maxBytes: 1000, isAllowed: isLoopback })

  test('returns the bytes after redirects', async () => {
    expect((await follow(`${base}/picture`)).toString()).toBe('bytes')
    expect((await follow(`${base}/there`)).toString()).toBe('bytes')
  })

  test('stops at a redirect to a forbidden address', async () => {
    await expect(follow(`${base}/inside`)).rejects.toMatchObject({ code: 'image.linkForbidden' })
    await expect(follow(`${base}/file`)).rejects.toMatchObject({ code: 'image.linkForbidden' })
  })

  test('reaches a private address only if its exact address and port are allowed', async () => {
    const port = Number(new URL(base).port)
    const named = (entries: string) => ({ maxBytes: 1000, isAllowed: allowing(parseFetchAllowlist(entries) ?? []) })
    expect((await fetchLink(`${base}/picture`, named(`127.0.0.1:${port}`))).toString()).toBe('bytes')
    for (const other of [`127.0.0.1:${port + 1}`, `127.0.0.2:${port}`]) {
      await expect(fetchLink(`${base}/picture`, named(other))).rejects.toMatchObject({ code: 'image.linkForbidden' })
    }
    await expect(fetchLink(`${base}/inside`, named(`127.0.0.1:${port}`))).rejects.toMatchObject({
      code: 'image.linkForbidden',
    })
  })

  test('refuses its own machine by address and by name, unless allowed', async () => {
    await expect(fetchLink(`${base}/picture`, { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'image.linkForbidden',
    })
    await expect(fetchLink(base.replace('127.0.0.1', 'localhost'), { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'image.linkForbidden',
    })
    await expect(fetchLink(base.replace('127.0.0.1', '[::ffff:127.0.0.1]'), { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'image.linkForbidden',
    })
  })

  test('fails alike for private and unknown names, in code and message', async () => {
    const failures = await Promise.all(
      ['localhost', 'nobody-has-this-name.invalid'].map((host) =>
        fetchLink(`http://${host}:1/picture`, { maxBytes: 1000 }).catch(({ code, message }) => [
          code,
          message.replace(host, 'NAME'),
        ]),
      ),
    )
    expect(failures[0]).toEqual(['image.linkForbidden', 'NAME'])
    expect(failures[1]).toEqual(failures[0])
  })

  test.each(['/missing', '/large', '/loop'])('%s is unreachable', async (path) => {
    await expect(follow(base + path)).rejects.toMatchObject({ code: 'image.linkUnreachable' })
  })

  test.each(['file:///etc/passwd', 'ftp://example.com/x', 'http://me:secret@example.com/', 'nonsense'])(
    'rejects %s',
    async (link) => {
      await expect(follow(link)).rejects.toMatchObject({ code: 'image.linkForbidden' })
    },
  )
})

describe('allowed hosts', () => {
  test('are pairs of an address and a port', () => {
    expect(parseFetchAllowlist('10.0.0.7:80, [FD00:0::7]:8080')).toEqual(['10.0.0.7:80', '[fd00::7]:8080'])
  })
  test.each(['10.0.0.7', 'localhost:80', '10.0.0.0/8:80', '10.0.0.7:70000', '[::1]', '10.0.0.7:80,', '999.1.1.1:80'])(
    'reject %s',
    (text) => expect(parseFetchAllowlist(text)).toBeNull(),
  )
})
