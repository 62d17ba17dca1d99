/** A request of `transport.ts`, as far as it matters here. */
interface ApiRequest {
  method: string
  url: string
  headers: Record<string, string>
}

/** What a page's own script asked for, before the application was there to ask. */
interface Prefetch {
  url: string
  headers: Record<string, string>
  answer: Promise<PrefetchedResponse>
  /** Once it is there. */
  arrived?: PrefetchedResponse
}
export interface PrefetchedResponse {
  status: number
  retryAfter: string | null
  text: string
}

declare global {
  var prefetched: Prefetch | undefined
}

/** Asks now; the application's own call of the same address with the same headers takes up the answer. */
export function prefetch(url: string, headers: Record<string, string>): Promise<PrefetchedResponse> {
  const asked: Prefetch = { url, headers, answer: fetch(url, { headers }).then(read) }
  globalThis.prefetched = asked
  // A failure is told to whoever takes the answer up, and to nobody before.
  asked.answer.then((arrived) => Object.assign(asked, { arrived })).catch(() => undefined)
  return asked.answer
}

async function read(response: Response): Promise<PrefetchedResponse> {
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
}

/** The answer that is on its way to just this request, once; undefined where none is. */
export function takePrefetched(request: ApiRequest): Promise<PrefetchedResponse> | undefined {
  const found = findPrefetch(request)
  if (found) globalThis.prefetched = undefined
  return found?.answer
}

/** The text of that answer where it is there and good, once; what is bad is left to `takeEarly`. */
export function takePrefetchedText(request: ApiRequest): string | undefined {
  const arrived = findPrefetch(request)?.arrived
  if (arrived?.status !== 200) return undefined
  globalThis.prefetched = undefined
  return arrived.text
}

function findPrefetch({ method, url, headers }: ApiRequest): Prefetch | undefined {
  const { prefetched } = globalThis
  const isAsked =
    method === 'GET' && prefetched?.url === url && JSON.stringify(prefetched.headers) === JSON.stringify(headers)
  return isAsked ? prefetched : undefined
}
