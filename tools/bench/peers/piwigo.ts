import type { Request } from 'autocannon'
import { multipart } from '#test/multipart.ts'
import { json, type OpenPeer, type Peer, pagesAfterFirst, searches } from './peer.ts'

const PAGE = 50

interface Answer<T> {
  stat: 'ok' | 'fail'
  message?: string
  result: T
}

/**
 * Piwigo at PIWIGO_URL (without a trailing slash), with PIWIGO_USER and PIWIGO_PASSWORD of an administrator and PIWIGO_CATEGORY,
 * the number of a public album.
 */
export const openPiwigo: OpenPeer = async (): Promise<Peer | string> => {
  const { PIWIGO_URL: url, PIWIGO_USER: username, PIWIGO_PASSWORD: password, PIWIGO_CATEGORY: category } = process.env
  if (!url || !username || !password || !category)
    return 'PIWIGO_URL, PIWIGO_USER, PIWIGO_PASSWORD and PIWIGO_CATEGORY are not set'
  const call = async <T>(init: RequestInit, query = ''): Promise<T> => {
    const answer = await json<Answer<T>>(`${url}/ws.php?format=json${query}`, init)
    if (answer.stat !== 'ok') throw new Error(answer.message ?? 'Piwigo refused a call')
    return answer.result
  }
  const login = await fetch(`${url}/ws.php?format=json`, {
    method: 'POST',
    body: new URLSearchParams({ method: 'pwg.session.login', username, password }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const base = new URL(url).pathname.replace(/\/$/, '')
  return {
    url,
    close: async () => {},
    async upload({ caption, bytes }) {
      const form = multipart([
        { name: 'method', value: 'pwg.images.addSimple' },
        { name: 'category', value: category },
        { name: 'name', value: caption },
        { name: 'image', value: bytes, fileName: 'picture.jpg', type: 'image/jpeg' },
      ])
      await call({ method: 'POST', headers: { ...form.headers, cookie }, body: new Uint8Array(form.payload) })
    },
    async requests(pictures) {
      const list = `&method=pwg.categories.getImages&cat_id=${category}&per_page=${PAGE}`
      const { images } = await call<{ images: { id: number }[] }>({}, list)
      const get = (query: string, headers: Record<string, string> = {}): Request => ({
        method: 'GET',
        path: `${base}/ws.php?format=json${query}`,
        headers,
      })
      const { common, rare } = searches(pictures)
      const search = (words: string) =>
        get(`&method=pwg.images.search&per_page=${PAGE}&query=${encodeURIComponent(words)}`)
      const rate = (id: number, rate: number) => get(`&method=pwg.images.rate&image_id=${id}&rate=${rate}`, { cookie })
      return {
        'visitor’s first page': [get(list)],
        'member’s first page': [get(list, { cookie })],
        'a page further down': pagesAfterFirst(pictures, PAGE).map((page) => get(`${list}&page=${page}`)),
        'search, common words': common.map(search),
        'search, rare words': rare.map(search),
        likes: [5, 0].flatMap((value) => images.map(({ id }) => rate(id, value))),
      }
    },
  }
}
