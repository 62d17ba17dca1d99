import type { Request } from 'autocannon'
import { startApp } from '#test/app-process.ts'
import { multipart } from '#test/multipart.ts'
import { signUp } from '#test/sign-up.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { cachedResponses, uploadPicture } from '../helpers/running-site.ts'
import { type OpenPeer, type Peer, searches } from './peer.ts'

/** Pictures used for searches by picture. */
const SEARCHED = 200
/** Members who request their pages in turn. */
const MEMBERS = 40
const PAGES = 5

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
      cachedResponses: () => cachedResponses(metricsPort),
      async upload({ caption, bytes }) {
        await uploadPicture(app.url, authorization, { name: caption, bytes })
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
          'search by picture': pictures.slice(0, SEARCHED).map(({ bytes }): Request => {
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
