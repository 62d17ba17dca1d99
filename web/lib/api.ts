import type * as z from 'zod'
import { callAddress, fillPath } from '#contract/call-address.ts'
import type { CallKey, Calls } from '#contract/calls.ts'
import { toLanguage } from '#contract/languages.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { requestConfirmation } from './confirm-identity.ts'
import { takeEmbeddedResponse } from './embedded-view.ts'
import { noteFailedRequest } from './failed-request.ts'
import { translate } from './i18n.ts'
import { acceptLanguage } from './language.ts'
import { navigateTo } from './navigation.ts'
import { paths } from './paths.ts'
import { takePrefetchedText } from './prefetched-response.ts'
import { requestHeaders } from './request-headers.ts'
import { FIRST_MOMENT, nextMoment, storeResponse } from './responses.ts'
import { requestSecondFactor } from './second-factor-request.ts'
import { currentSession, signOut } from './session.ts'
import { site } from './site.ts'
import { type Incoming, type Outgoing, send } from './transport.ts'

type Field<K extends CallKey, Name extends string> =
  Calls[K] extends Record<Name, infer Schema> ? (Schema extends z.ZodType ? z.output<Schema> : never) : never

type Given<Name extends string, Value> = [Value] extends [never] ? { [key in Name]?: never } : { [key in Name]: Value }
type Optionally<Name extends string, Value> = [Value] extends [never]
  ? { [key in Name]?: never }
  : { [key in Name]?: Partial<Value> }

type Payload<K extends CallKey> = Calls[K] extends { bytes: true }
  ? { bytes: Blob; body?: never }
  : Calls[K] extends { multipart: 'required' }
    ? { form: FormData; body?: never }
    : Calls[K] extends { multipart: 'optional' }
      ? { body: Field<K, 'body'>; form?: never } | { form: FormData; body?: never }
      : Given<'body', Field<K, 'body'>> & { form?: never }

interface Extras {
  signal?: AbortSignal | undefined
  /** The request continues after the page unloads; for small bodies. */
  keepalive?: boolean | undefined
  /** Called with the share of the body sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

export type ApiOptions<K extends CallKey> = Given<'params', Field<K, 'params'>> &
  Optionally<'query', Field<K, 'query'>> &
  Payload<K> &
  Extras
export type Answer<K extends CallKey> = Field<K, 'response'>
type Arguments<K extends CallKey> =
  Record<never, never> extends ApiOptions<K> ? [options?: ApiOptions<K>] : [options: ApiOptions<K>]

interface AnyOptions extends Extras {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
  bytes?: Blob
}

/**
 * Makes one call of the contract: `api('GET /meme/{id}', { params: { id } })`. Throws ApiError, NetworkError, or AbortError when
 * `signal` fires.
 */
export async function api<K extends CallKey>(key: K, ...[options]: Arguments<K>): Promise<Answer<K>> {
  const askedAt = nextMoment()
  const { token } = currentSession()
  try {
    const incoming = await call(key, (options ?? {}) as AnyOptions)
    const body = parse(await incoming.text())
    if (!body) throw new ApiError(incoming.status, {})
    // Ignore the data if another member has signed in meanwhile.
    if (token === currentSession().token) storeResponse(body, momentOf(key, incoming, askedAt))
    return body as Answer<K>
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth.secondFactorRequired') throw error
    // Every sign-in call, including the one for the second factor, returns the same shape.
    const signedIn = await requestSecondFactor(error.body)
    if (!signedIn) throw new DOMException('No second factor', 'AbortError')
    return signedIn as Answer<K>
  }
}

function momentOf(key: CallKey, { isEarly }: Incoming, askedAt: number): number {
  if (isEarly) return FIRST_MOMENT
  return key.startsWith('GET ') ? askedAt : nextMoment()
}

/**
 * Returns the response of a GET if it is available without waiting, for the first view: embedded in the document for visitors,
 * prefetched by the page for members.
 */
export function apiPrefetched<K extends CallKey>(key: K, ...[options]: Arguments<K>): Answer<K> | null {
  const { user, token } = currentSession()
  const given = (options ?? {}) as AnyOptions
  const request = outgoing(key, given, token)
  const text = takePrefetchedText(request)
  const embedded = () => {
    const path = fillPath(key.slice('GET '.length), given.params)
    return user ? null : takeEmbeddedResponse(callAddress(path, given.query ?? {}), request.url)
  }
  const answer = text === undefined ? embedded() : parse(text)
  storeResponse(answer, FIRST_MOMENT)
  return (answer ?? null) as Answer<K> | null
}

/** Like `api`, for calls that return bytes. */
export async function apiBlob<K extends CallKey>(key: K, ...[options]: Arguments<K>): Promise<Blob> {
  const incoming = await call(key, (options ?? {}) as AnyOptions)
  return incoming.blob()
}

/**
 * Like `api`, for calls that return server-sent events; read them with `readEvents`.
 * @param lastEventId the last event received; the server resumes after it
 */
export async function apiStream<K extends CallKey>(
  key: K,
  options: ApiOptions<K>,
  lastEventId?: string,
): Promise<ReadableStream<Uint8Array>> {
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }
  const stream = (await call(key, options as AnyOptions, headers)).stream()
  if (!stream) throw new NetworkError('No stream')
  return stream
}

/** Makes the call. If the server requires the member to confirm their identity, shows the dialog and retries. */
async function call(key: CallKey, options: AnyOptions, headers: Record<string, string> = {}): Promise<Incoming> {
  try {
    return await callOnce(key, options, headers)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth.confirmFirst' || key === 'POST /auth/confirm') throw error
    if (!(await requestConfirmation(error.body))) throw new DOMException('Not confirmed', 'AbortError')
    return callOnce(key, options, headers)
  }
}

async function callOnce(key: CallKey, options: AnyOptions, headers: Record<string, string>): Promise<Incoming> {
  const { token } = currentSession()
  const request = outgoing(key, options, token)
  const incoming = await send({ ...request, headers: { ...request.headers, ...headers } })
  if (incoming.status >= 200 && incoming.status < 300) return incoming
  const body = parse(await incoming.text()) ?? fromProxy(incoming.status)
  if (incoming.status === 500) noteFailedRequest(body.requestId)
  handleGlobalErrors(key, incoming.status, token)
  throw new ApiError(incoming.status, body, seconds(incoming.retryAfter))
}

/** Our server answers in JSON, so a proxy has refused the request. */
const fromProxy = (status: number): Record<string, unknown> =>
  status === 413 ? { message: translate('toast.proxyTooLarge') } : {}

function outgoing(
  key: CallKey,
  { params, query, body, form, bytes, signal, keepalive, onProgress }: AnyOptions,
  token: string | null,
): Outgoing {
  const [method = 'GET', template = ''] = key.split(' ')
  const path = fillPath(template, params)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const queryText = search.toString()
  return {
    method,
    url: `/api${path}${queryText ? `?${queryText}` : ''}`,
    headers: {
      ...requestHeaders(wantedLanguage(), token),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(bytes ? { 'Content-Type': 'application/octet-stream' } : {}),
    },
    body: form ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
    signal,
    keepalive,
    onProgress,
  }
}

/** If a visitor switched to a language other than the browser's, requests that language. */
function wantedLanguage(): string {
  const { languages } = site.get()
  const page = toLanguage(document.documentElement.lang, languages) ?? navigator.language
  return acceptLanguage(currentSession().user?.preferences.contentLanguage, page, languages)
}

/** Handles errors globally: a 401 ends the session, a 500 opens the server error page. */
function handleGlobalErrors(key: CallKey, status: number, sentToken: string | null): void {
  // A failed request for a reset code must not be visible: it would reveal whether the address is registered.
  if (status === 500 && key !== 'POST /auth/forgot-password') navigateTo(paths.serverError)
  if (status !== 401 || key === 'POST /auth/login') return
  // A late response to an old token must not end a newer session.
  if (sentToken !== currentSession().token) return
  signOut()
  navigateTo(paths.login)
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function seconds(header: string | null): number | undefined {
  const value = Number(header)
  return header !== null && Number.isFinite(value) ? value : undefined
}
