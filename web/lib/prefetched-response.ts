/** The relevant parts of a `transport.ts` request. */
interface ApiRequest {
  method: string
  url: string
  headers: Record<string, string>
}

/** A request sent by the page's inline script before the application started. */
interface Prefetch {
  url: string
  headers: Record<string, string>
  answer: Promise<PrefetchedResponse>
  /** The response, once it has arrived. */
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

/** Starts a request. The application's own call with the same URL and headers takes over its response. */
export function prefetch(url: string, headers: Record<string, string>): Promise<PrefetchedResponse> {
  const asked: Prefetch = { url, headers, answer: fetch(url, { headers }).then(read) }
  globalThis.prefetched = asked
  // The caller that takes the response handles its errors; this avoids an unhandled rejection until then.
  asked.answer.then((arrived) => Object.assign(asked, { arrived })).catch(() => undefined)
  return asked.answer
}

async function read(response: Response): Promise<PrefetchedResponse> {
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
}

/** Takes the pending response to exactly this request, once; undefined without one. */
export function takePrefetched(request: ApiRequest): Promise<PrefetchedResponse> | undefined {
  const found = findPrefetch(request)
  if (found) globalThis.prefetched = undefined
  return found?.answer
}

/** Takes the response's text if it has arrived with status 200, once. `takePrefetched` handles errors. */
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
