import webPush from 'web-push'
import { guardedRequest, type IsAllowed, LinkError, parseLink } from '../../../platform/links/guarded-request.ts'

/** A browser's address at its push service, with the encryption keys for its notifications (RFC 8291). */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** The site's VAPID keys (RFC 8292), base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** `gone`: the subscription no longer exists. */
export type PushResult = 'sent' | 'gone' | 'failed'

const TIME_LIMIT_MS = 10_000
/** Seconds for which a push service stores a notification for an offline browser. */
const TTL_SECONDS = 24 * 3600

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

/**
 * Encrypts a notification and posts it to the push service. The address came from a browser, so it gets the same checks as links:
 * only public addresses, no redirects, and the response body is not read.
 * @param contact contact of the site's operator for the push service: `mailto:` or an https address
 */
export async function sendPush(
  target: PushTarget,
  payload: string,
  {
    keys,
    contact,
    isAllowed,
    timeLimitMs = TIME_LIMIT_MS,
  }: { keys: PushKeys; contact: string; isAllowed: IsAllowed; timeLimitMs?: number },
): Promise<PushResult> {
  const request = encrypted(target, payload, keys, contact)
  if (!request) return 'gone'
  try {
    const signal = AbortSignal.timeout(timeLimitMs)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`]))
    const answer = await guardedRequest(parseLink(target.endpoint), { isAllowed, signal, headers, body: request.body })
    answer.destroy()
    const status = answer.statusCode ?? 0
    if (status === 404 || status === 410) return 'gone'
    return status >= 200 && status < 300 ? 'sent' : 'failed'
  } catch (error) {
    if (!(error instanceof LinkError)) throw error
    return 'failed'
  }
}

/** Returns undefined for keys that are not a point on the curve; nothing can ever be sent to these. */
function encrypted({ endpoint, p256dh, auth }: PushTarget, payload: string, keys: PushKeys, contact: string) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: contact, ...keys },
      TTL: TTL_SECONDS,
      contentEncoding: 'aes128gcm',
      urgency: 'normal',
    })
  } catch {
    return undefined
  }
}
