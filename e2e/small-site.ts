import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Meme } from '#contract/memes/memes.ts'
import { test as base } from '#test/e2e-server.ts'
import { randomPicture } from '#test/random-picture.ts'
import { type Session, signUp } from '#test/sign-up.ts'
import { uploadMeme } from './people.ts'

type WorkerFixtures = {
  /**
   * Another site, from which the application may fetch: `/open.png` is readable by any page, `/closed.png` only by servers,
   * `/words.png` is not a picture, and everything else is missing.
   */
  otherSite: string
  /** Memes of one creator with different proportions, enough to scroll. */
  gallery: { creator: Session; memes: Meme[] }
}

const RATIOS = [0.5, 1, 1.4, 0.7, 1.1, 1.8, 1.2, 0.8, 2, 1.5, 0.6, 1.7, 1.3, 2]

/** `test` with a site that has few memes and an empty moderation desk, on PostgreSQL if possible, and another site to fetch. */
export const test = base.extend<object, WorkerFixtures>({
  onPostgres: [true, { scope: 'worker' }],

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

  gallery: [
    async ({ app }, use) => {
      const creator = await signUp(app)
      const memes: Meme[] = []
      for (const [index, ratio] of RATIOS.entries())
        memes.push(
          await uploadMeme(app, creator, { name: `Walrus </script> ${index}`, width: 300, height: 300 * ratio }),
        )
      await use({ creator, memes })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
