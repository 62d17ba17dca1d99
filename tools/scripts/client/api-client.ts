/** The parameter and response types of one API call. */
export interface CallTypes {
  path: unknown
  query: unknown
  body: unknown
  answer: unknown
  code: string
}

/** Omits parts that a call does not accept, and makes a part optional if all its fields are. */
type Part<Name extends string, T> = [T] extends [never]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

export type Input<C extends CallTypes> = Part<'path', C['path']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> & { signal?: AbortSignal }

type WithInput<C extends CallTypes> = Record<never, never> extends Input<C> ? [input?: Input<C>] : [input: Input<C>]

export interface ClientOptions {
  /** The URL of the site, such as https://memes.example.com. */
  baseUrl: string
  /** A personal access token, created under Account. Without one, calls are made as a visitor. */
  token?: string
  /** Language of human-readable messages. */
  language?: string
  /** Number of retries after rate limiting or a temporary failure. */
  retries?: number
  fetch?: typeof fetch
}

/** A failed call. `code` is stable; `message` is human-readable. */
export class ApiError<Code extends string = string> extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: Code
  /** For a 400: the invalid values. */
  readonly errors: readonly { path: string; code: string; message: string }[]
  /** Seconds to wait before a retry, if the site specifies them. */
  readonly retryAfter: number | undefined
  /** The whole response body, including additional fields of some codes. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(response: Response, body: Record<string, unknown>) {
    super(typeof body.message === 'string' ? body.message : `status ${response.status}`)
    this.status = response.status
    this.code = (typeof body.code === 'string' ? body.code : 'unknown') as Code
    this.errors = Array.isArray(body.errors) ? body.errors : []
    this.retryAfter = Number(response.headers.get('retry-after')) || undefined
    this.body = body
  }
}

/** Returns true if an error is an API error response. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

const RETRIES = 2
const WAIT_MAX_SECONDS = 60

/** Calls the API of one site. */
export class ApiClient<Calls extends { [K in keyof Calls]: CallTypes }> {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /**
   * Sends one call, such as `GET /meme/{id}`, and returns its JSON, a Blob for files, or the text of an event stream.
   * @throws ApiError if the site refuses the call; the error of `fetch` if there is no response
   */
  async call<K extends keyof Calls & string>(call: K, ...[input]: WithInput<Calls[K]>): Promise<Calls[K]['answer']> {
    const { baseUrl, token, language, retries = RETRIES, fetch: send = fetch } = this.#options
    const { path, query, body, signal } = (input ?? {}) as Record<string, unknown>
    const [method = '', pattern = ''] = call.split(' ')
    const headers = new Headers({ 'accept-language': language ?? 'en' })
    if (token) headers.set('authorization', `Bearer ${token}`)
    const payload = encodeBody(body)
    if (typeof payload === 'string') headers.set('content-type', 'application/json')
    const url = addressOf(baseUrl, pattern, path, query)
    for (let attempt = 0; ; attempt += 1) {
      const response = await send(url, {
        method,
        headers,
        ...(payload === undefined ? {} : { body: payload }),
        ...(signal ? { signal: signal as AbortSignal } : {}),
      })
      if (response.ok) return (await decodeBody(response)) as Calls[K]['answer']
      const failure = new ApiError(response, (await response.json().catch(() => ({}))) as Record<string, unknown>)
      const mayRepeat = response.status === 429 || (response.status === 503 && method === 'GET')
      if (!mayRepeat || attempt >= retries || (failure.retryAfter ?? 1) > WAIT_MAX_SECONDS) throw failure
      await wait((failure.retryAfter ?? 2 ** attempt) * 1000, signal as AbortSignal | undefined)
    }
  }

  /** Iterates over the pages of a list, one call each, until the last. */
  async *pages<K extends keyof Calls & string>(
    call: K,
    ...[input]: WithInput<Calls[K]>
  ): AsyncGenerator<Calls[K]['answer'], void> {
    const asked = (input ?? {}) as Record<string, unknown>
    let query = (asked.query ?? {}) as Record<string, unknown>
    for (;;) {
      const next = { ...asked, query } as unknown as Input<Calls[K]>
      const answer = await this.call(call, ...([next] as unknown as WithInput<Calls[K]>))
      yield answer
      const { hasNext, hasNextPage, nextCursor, page } = answer as Record<string, unknown>
      if (!(hasNext ?? hasNextPage)) return
      if (typeof nextCursor === 'string') query = { ...query, cursor: nextCursor }
      else if (nextCursor) query = { ...query, ...(nextCursor as object) }
      else if (typeof page === 'number') query = { ...query, page: page + 1 }
      else return
    }
  }
}

function addressOf(baseUrl: string, pattern: string, path: unknown, query: unknown): string {
  const values = (path ?? {}) as Record<string, string>
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const url = new URL(`/api${filled}`, baseUrl)
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

/** Encodes as a form if there is a file, else as JSON. */
function encodeBody(body: unknown): FormData | string | undefined {
  if (body === undefined) return undefined
  const fields = Object.entries(body as object)
  if (!fields.some(([, value]) => [value].flat()[0] instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of fields)
    for (const one of [value].flat()) if (one !== undefined) form.append(name, one instanceof Blob ? one : String(one))
  return form
}

function decodeBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return response.json()
  return type.startsWith('text/') ? response.text() : response.blob()
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
