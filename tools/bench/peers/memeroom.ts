import type { Request } from 'autocannon'
import { startApp } from '#test/app-process.ts'
import { multipart } from '#test/multipart.ts'
import { signUp } from '#test/sign-up.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { type OpenPeer, type Peer, searches } from './peer.ts'

/** Pictures used for searches by picture. */
const SEARCHED = 200
/** Members who request their pages in turn. */
const MEMBERS = 40
const PAGES = 5
const CACHED = /^memeroom_cache_lookups_total\{.*cache="visitors-1s".*result="hit".*\} (\d+)/m

interface FeedAnswer {
  data: { recommendations: { _id: string; image: { imageSmall: string } }[] }
  nextCursor: string | null
}

/**
 * This product, with only the reading of words in pictures turned off.
 * @param databaseUrl an empty database; '': embedded
 */
export const openMemeroom =
  (databaseUrl: string): OpenPeer =>
  async (): Promise<Peer> => {
    const metricsPort = await freePort()
    const app = await startApp({
      OCR: 'off',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      METRICS_PORT: String(metricsPort),
    })
    const members: string[] = []
    for (let nth = 0; nth < MEMBERS; nth += 1) members.push(`Bearer ${(await signUp(app)).authentication.token}`)
    const [authorization = ''] = members
    const feed = async (path: string, headers: Record<string, string> = {}) =>
      (await (await fetch(app.url + path, { headers })).json()) as FeedAnswer
    return {
      url: app.url,
      pid: app.pid,
      close: async () => {
        await app.stop()
      },
      async cachedResponses() {
        const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
        return Number(CACHED.exec(metrics)?.[1] ?? 0)
      },
      async upload({ caption, bytes }) {
        const form = multipart([
          { name: 'image', value: bytes, fileName: 'picture.jpg', type: 'image/jpeg' },
          { name: 'name', value: caption },
          { name: 'allowDuplicate', value: 'true' },
        ])
        const answer = await fetch(`${app.url}/api/meme`, {
          method: 'POST',
          headers: { ...form.headers, authorization },
          body: new Uint8Array(form.payload),
        })
        if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
      },
      async requests(pictures) {
        const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: 'GET', path, headers })
        const first = await feed('/api/recommendation-feed?limit=50')
        const further: Request[] = []
        for (const member of members) {
          let path = '/api/recommendation-feed'
          for (let page = 0; page < PAGES; page += 1) {
            const { nextCursor } = await feed(path, { authorization: member })
            if (!nextCursor) break
            path = `/api/recommendation-feed?cursor=${encodeURIComponent(nextCursor)}`
            further.push(get(path, { authorization: member }))
          }
        }
        const memes = first.data.recommendations
        const { common, rare } = searches(pictures)
        const search = (q: string) => get(`/api/vector-search/text?q=${encodeURIComponent(q)}`)
        const like = (member: string, memeId: string, active: boolean): Request => ({
          method: 'POST',
          path: '/api/user-action',
          headers: { authorization: member, 'content-type': 'application/json' },
          body: JSON.stringify({ memeId, action: 'like', active }),
        })
        return {
          'visitor’s first page': [get('/api/recommendation-feed')],
          'member’s first page': members.map((member) => get('/api/recommendation-feed', { authorization: member })),
          'a page further down': further,
          'a picture': memes.map(({ image }) => get(new URL(image.imageSmall, app.url).pathname)),
          'search, common words': common.map(search),
          'search, rare words': rare.map(search),
          'search by picture, two at a time': pictures.slice(0, SEARCHED).map(({ bytes }): Request => {
            const form = multipart([{ name: 'image', value: bytes, fileName: 'picture.jpg', type: 'image/jpeg' }])
            return { method: 'POST', path: '/api/vector-search/image', headers: form.headers, body: form.payload }
          }),
          likes: [true, false].flatMap((active) =>
            members.flatMap((member) => memes.map(({ _id }) => like(member, _id, active))),
          ),
        }
      },
    }
  }
