import { createHmac, createPublicKey, verify } from 'node:crypto'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'

/** Maximum clock difference. Rejects older requests, which may be replays. */
const FRESH_SECONDS = 300
/** DER prefix of an Ed25519 public key; the key's 32 bytes follow (RFC 8410). */
const ED25519_HEADER = Buffer.from('302a300506032b6570032100', 'hex')

export interface SignedRequest {
  body: Buffer
  headers: Record<string, string | string[] | undefined>
}

const header = ({ headers }: SignedRequest, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const isFresh = (seconds: string) => /^\d{1,12}$/.test(seconds) && isRecent(Number(seconds))

/** Returns false for the time of a request that may be a replay, in seconds since 1970. */
export const isRecent = (seconds: number): boolean => Math.abs(Date.now() / 1000 - seconds) <= FRESH_SECONDS

/** Requires the secret that the webhook was registered with. */
export const isFromTelegram = (request: SignedRequest, secret: string): boolean =>
  isEqualConstantTime(header(request, 'x-telegram-bot-api-secret-token'), secret)

/**
 * Requires a recent signature by Discord (Ed25519 over timestamp and body).
 * @param publicKey 64 hexadecimal digits
 */
export function isFromDiscord(request: SignedRequest, publicKey: string): boolean {
  const timestamp = header(request, 'x-signature-timestamp')
  const signature = header(request, 'x-signature-ed25519')
  if (!isFresh(timestamp) || !/^[\da-f]{128}$/i.test(signature)) return false
  const key = createPublicKey({
    key: Buffer.concat([ED25519_HEADER, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.concat([Buffer.from(timestamp), request.body]), key, Buffer.from(signature, 'hex'))
}

/** Requires a recent signature by Slack (HMAC-SHA256 over version, timestamp and body). */
export function isFromSlack(request: SignedRequest, secret: string): boolean {
  const timestamp = header(request, 'x-slack-request-timestamp')
  if (!isFresh(timestamp)) return false
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(request.body).digest('hex')
  return isEqualConstantTime(header(request, 'x-slack-signature'), `v0=${mac}`)
}
