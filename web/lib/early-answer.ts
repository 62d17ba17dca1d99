/** A request of `transport.ts`, as far as it matters here. */
interface Asking {
  method: string
  url: string
  headers: Record<string, string>
}

/** What a page's own script asked for, before the application was there to ask. */
interface Early {
  url: string
  headers: Record<string, string>
  answer: Promise<EarlyAnswer>
  /** Once it is there. */
  arrived?: EarlyAnswer
}
export interface EarlyAnswer {
  status: number
  retryAfter: string | null
  text: string
}

declare global {
  var early: Early | undefined
}

/** Asks now; the application's own call of the same address with the same headers takes up the answer. */
export function askEarly(url: string, headers: Record<string, string>): Promise<EarlyAnswer> {
  const asked: Early = { url, headers, answer: fetch(url, { headers }).then(read) }
  globalThis.early = asked
  // A failure is told to whoever takes the answer up, and to nobody before.
  asked.answer.then((arrived) => Object.assign(asked, { arrived })).catch(() => undefined)
  return asked.answer
}

async function read(response: Response): Promise<EarlyAnswer> {
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
}

/** The answer that is on its way to just this request, once; undefined where none is. */
export function takeEarly(request: Asking): Promise<EarlyAnswer> | undefined {
  const found = earlyFor(request)
  if (found) globalThis.early = undefined
  return found?.answer
}

/** The text of that answer where it is there and good, once; what is bad is left to `takeEarly`. */
export function takeArrived(request: Asking): string | undefined {
  const arrived = earlyFor(request)?.arrived
  if (arrived?.status !== 200) return undefined
  globalThis.early = undefined
  return arrived.text
}

function earlyFor({ method, url, headers }: Asking): Early | undefined {
  const { early } = globalThis
  const isAsked = method === 'GET' && early?.url === url && JSON.stringify(early.headers) === JSON.stringify(headers)
  return isAsked ? early : undefined
}
