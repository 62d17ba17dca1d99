import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'

/**
 * `test` with another site next to the application, which may fetch from it: `/open.png` is readable by any page, `/closed.png`
 * only by servers, `/words.png` is not a picture, and everything else is missing.
 */
export const test = base.extend<Record<never, never>, { otherSite: string }>({
  otherSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const [open, closed] = await Promise.all([randomPicture('open'), randomPicture('closed')])
      const picture = { 'content-type': 'image/png' }
      const server = createServer((request, response) => {
        if (request.url === '/open.png')
          response.writeHead(200, { ...picture, 'access-control-allow-origin': '*' }).end(open)
        else if (request.url === '/closed.png') response.writeHead(200, picture).end(closed)
        else if (request.url === '/words.png') response.writeHead(200, picture).end('only words')
        else response.writeHead(404).end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ otherSite }, use) => use({ LINK_FETCH_ALLOWLIST: new URL(otherSite).host }),
    { scope: 'worker' },
  ],
})
