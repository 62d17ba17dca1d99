import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const RECOVERY_CODES = 10
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const RECOVERY_CHARS = 12
const GROUP = 4
/** Also accepts codes of the steps before and after, since clocks differ. */
const WINDOW_STEPS = 1
const SECRET_BYTES = 20
const IV_BYTES = 12
const TAG_BYTES = 16
const PERIOD_SECONDS = 30

/** Returns a new secret in Base32, the format of authenticator apps. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Memeroom', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })

/** Returns the otpauth URI that an authenticator app opens. */
export const uriOf = (secret: string, username: string): string => totpOf(secret, username).toString()

/** Returns the time step of a code; null if it is wrong, or not newer than the last accepted step. */
export function stepOf(secret: string, code: string, lastStep: number, nowMs: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS })
  if (delta === null) return null
  const step = Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta
  return step > lastStep ? step : null
}

const keyOf = (authSecret: string) => createHmac('sha256', authSecret).update('totp secrets').digest()

/** Encrypts with AES-256-GCM, bound to the member: iv, tag and text in base64url. */
export function encryptSecret(authSecret: string, userId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(authSecret), iv).setAAD(Buffer.from(userId))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

export function decryptSecret(authSecret: string, userId: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(authSecret), bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** Draws ten codes of twelve characters, about 59 bits each. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_CHARS }, () => ALPHABET[drawIndex()] ?? '').join('')
    return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters
  })
}

/** Draws a uniformly random index. */
function drawIndex(): number {
  for (;;) {
    const byte = randomBytes(1)[0] ?? 0
    if (byte < 256 - (256 % ALPHABET.length)) return byte % ALPHABET.length
  }
}

/** Ignores case, hyphens and spaces. */
export const plainRecoveryCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The hash of codes from before they were hashed like passwords. Such codes remain valid until used or replaced. */
export const previousRecoveryHash = (authSecret: string, userId: string, plain: string): string =>
  createHmac('sha256', authSecret).update(`recovery ${userId} ${plain}`).digest('base64url')
