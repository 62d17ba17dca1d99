import { guardedRequest, type IsAllowed, LinkError, parseLink } from '#server/platform/links/guarded-request.ts'
import type { Problem } from './rules.ts'

const TIME_LIMIT_MS = 10_000

export interface Sent {
  /** HTTP status; null without a response. */
  status: number | null
  /** Null if the receiver accepted it. */
  problem: Problem | null
}

/**
 * Sends one POST. Only a 2xx response counts as success. It does not follow redirects, because they would lead to a receiver that
 * no admin entered, and does not read the response body.
 */
export async function send(
  url: string,
  request: { headers: Record<string, string>; body: string; isAllowed: IsAllowed; timeLimitMs?: number },
): Promise<Sent> {
  const signal = AbortSignal.timeout(request.timeLimitMs ?? TIME_LIMIT_MS)
  try {
    const answer = await guardedRequest(parseLink(url), { ...request, signal })
    answer.destroy()
    const status = answer.statusCode ?? 0
    return { status, problem: problemOf(status) }
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    if (signal.aborted) return { status: null, problem: 'timeout' }
    return { status: null, problem: error.code === 'image.linkForbidden' ? 'addressForbidden' : 'unreachable' }
  }
}

function problemOf(status: number): Problem | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}
