import type { Request } from 'autocannon'
import { multipart } from '#test/multipart.ts'
import { FOLDED_WORD, json, type OpenPeer, type Peer, pagesAfterFirst, searches } from './peer.ts'

const ACCEPT = { accept: 'application/json' }
const PAGE = 50
/** Pictures used for searches by picture. */
const SEARCHED = 200

interface Posts {
  results: { id: number; thumbnailUrl: string }[]
}

/**
 * szurubooru at SZURUBOORU_API (the URL of its server, without a trailing slash), with SZURUBOORU_USER and SZURUBOORU_PASSWORD.
 */
export const openSzurubooru: OpenPeer = async (): Promise<Peer | string> => {
  const { SZURUBOORU_API: url, SZURUBOORU_USER: user, SZURUBOORU_PASSWORD: password } = process.env
  if (!url || !user || !password) return 'SZURUBOORU_API, SZURUBOORU_USER and SZURUBOORU_PASSWORD are not set'
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return {
    url,
    close: async () => {},
    async upload({ caption, bytes }) {
      // szurubooru searches only by tags, so every word of a caption becomes a tag.
      const metadata = JSON.stringify({ tags: caption.split(FOLDED_WORD), safety: 'safe' })
      const form = multipart([
        { name: 'metadata', value: metadata, fileName: 'metadata.json', type: 'application/json' },
        { name: 'content', value: bytes, fileName: 'picture.jpg', type: 'image/jpeg' },
      ])
      await json(`${url}/posts/`, {
        method: 'POST',
        headers: { ...ACCEPT, ...form.headers, authorization },
        body: new Uint8Array(form.payload),
      })
    },
    async requests(pictures) {
      const { results } = await json<Posts>(`${url}/posts/?limit=${PAGE}`, { headers: ACCEPT })
      const base = new URL(url).pathname.replace(/\/$/, '')
      const posts = (query: string, headers = {}): Request => ({
        method: 'GET',
        path: `${base}/posts/?limit=${PAGE}${query}`,
        headers: { ...ACCEPT, ...headers },
      })
      const { common, rare } = searches(pictures)
      const search = (words: string) => posts(`&query=${encodeURIComponent(words)}`)
      const rate = (id: number, score: number): Request => ({
        method: 'PUT',
        path: `${base}/post/${id}/score`,
        headers: { ...ACCEPT, 'content-type': 'application/json', authorization },
        body: JSON.stringify({ score }),
      })
      return {
        'visitor’s first page': [posts('')],
        'member’s first page': [posts('', { authorization })],
        'a page further down': pagesAfterFirst(pictures, PAGE).map((page) => posts(`&offset=${page * PAGE}`)),
        'search, common words': common.map(search),
        'search, rare words': rare.map(search),
        'search by picture': pictures.slice(0, SEARCHED).map(({ bytes }): Request => {
          const form = multipart([{ name: 'content', value: bytes, fileName: 'picture.jpg', type: 'image/jpeg' }])
          const headers = { ...ACCEPT, ...form.headers, authorization }
          return { method: 'POST', path: `${base}/posts/reverse-search`, headers, body: form.payload }
        }),
        likes: [1, 0].flatMap((score) => results.map(({ id }) => rate(id, score))),
      }
    },
  }
}
