import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneLine } from '../../platform/commands/one-line.ts'
import { guardedRequest, LinkError } from '../../platform/links/guarded-request.ts'
import { readText, Skipped } from './import-item.ts'

const JSON_MAX_BYTES = 16 * 1024 * 1024
const ERROR_MAX_BYTES = 4096
const JSON_WITHIN_MS = 30_000
const FILE_WITHIN_MS = 120_000
const TRIES = 5
const WAIT_MAX_S = 60
/** Rate limits, and a proxy while its server restarts. */
const TRY_AGAIN = new Set([429, 502, 503, 504])

/** A response other than 200. */
export class RemoteError extends Error {
  override name = 'RemoteError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * The API of another site. The operator names its address, so it may be private, unlike addresses in the site's responses.
 * Requests go only to that address, and redirects are not followed: they carry the operator's key.
 */
export class RemoteSite {
  readonly base: URL
  readonly #headers: Record<string, string>
  readonly #signal: AbortSignal

  /** @param base ends with a slash */
  constructor(base: URL, headers: Record<string, string>, signal: AbortSignal) {
    this.base = base
    this.#headers = headers
    this.#signal = signal
  }

  /** Sends a GET, or a POST with `body`. @throws RemoteError, LinkError */
  async json(address: string, body?: unknown): Promise<unknown> {
    const answer = await this.#send(address, JSON_WITHIN_MS, body)
    const text = await readBounded(answer, JSON_MAX_BYTES)
    try {
      return JSON.parse(text)
    } catch {
      throw new RemoteError(200, `${this.base.origin} does not answer with JSON; is the address right?`)
    }
  }

  /** @throws RemoteError, LinkError; while reading, Skipped */
  async download(address: string): Promise<AsyncIterable<Buffer>> {
    return chunksOf(await this.#send(address, FILE_WITHIN_MS))
  }

  async #send(address: string, withinMs: number, body?: unknown): Promise<IncomingMessage> {
    const url = new URL(address, this.base)
    if (url.origin !== this.base.origin) throw new RemoteError(0, `${url.origin} is another site`)
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    for (let tries = 1; ; tries += 1) {
      const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(withinMs)])
      const headers = { accept: 'application/json, */*', ...type, ...this.#headers }
      const answer = await guardedRequest(url, { isAllowed: () => true, signal, headers, ...content })
      const status = answer.statusCode ?? 0
      if (status === 200) return answer
      if (tries === TRIES || !TRY_AGAIN.has(status)) throw await errorOf(answer, status)
      answer.destroy()
      await sleep(waitSeconds(answer.headers['retry-after'], tries) * 1000, undefined, { signal: this.#signal })
    }
  }
}

/** @param after a number of seconds or a date (RFC 9110, 10.2.3) */
function waitSeconds(after: string | undefined, tries: number): number {
  const seconds = Number(after ?? Number.NaN)
  const wanted = Number.isNaN(seconds) ? (Date.parse(after ?? '') - Date.now()) / 1000 : seconds
  return Math.min(WAIT_MAX_S, Math.max(0, Number.isNaN(wanted) ? 2 ** tries : wanted))
}

async function errorOf(answer: IncomingMessage, status: number): Promise<RemoteError> {
  const { location } = answer.headers
  if (location !== undefined) {
    answer.destroy()
    return new RemoteError(status, `redirects to ${oneLine(location)}: name that address`)
  }
  const text = await readBounded(answer, ERROR_MAX_BYTES).catch(() => '')
  return new RemoteError(status, `status ${status}${reasonIn(text)}`)
}

/** szurubooru explains errors in `description`, Immich in `message`. */
function reasonIn(text: string): string {
  try {
    const { description, message } = JSON.parse(text) as { description?: unknown; message?: unknown }
    const reason = oneLine(String(description ?? message ?? '')).slice(0, 200)
    return reason === '' ? '' : `, ${reason}`
  } catch {
    return ''
  }
}

const readBounded = (answer: IncomingMessage, maxBytes: number): Promise<string> =>
  readText(chunksOf(answer), maxBytes, `more than ${maxBytes} bytes of JSON`)

async function* chunksOf(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* answer as AsyncIterable<Buffer>
  } catch (error) {
    throw new Skipped('unreachable', oneLine(String((error as Error).message)))
  } finally {
    answer.destroy()
  }
}

/** Why an item of another site is skipped; undefined if the site refuses the key, and so all items. */
export function skippedBy(error: RemoteError | LinkError): Skipped | undefined {
  if (error instanceof LinkError) {
    const isForbidden = error.code === 'image.linkForbidden'
    return new Skipped('unreachable', isForbidden ? 'is not an address on the public internet' : error.message)
  }
  if (error.status === 401 || error.status === 403) return undefined
  const reasons = { 400: 'no rights', 404: 'missing file' } as const
  return new Skipped(reasons[error.status as keyof typeof reasons] ?? 'unreachable', error.message)
}
