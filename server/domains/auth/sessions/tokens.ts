import { createHmac, randomBytes } from 'node:crypto'
import { errors, jwtVerify } from 'jose'

const SECRET_BYTES = 32
const ISSUER = 'memeroom'

/** Creates a session token. The client gets it once; the server stores its hash. */
export const newToken = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** A keyed hash, so that another AUTH_SECRET ends all sessions. */
export const hashToken = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(`session ${token}`).digest('base64url')

/** Returns the session that a signed token of release 0.1.0 names; null if it is forged or expired. */
export async function readSignedToken(secret: string, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      issuer: ISSUER,
      algorithms: ['HS256'],
    })
    return typeof payload.sid === 'string' ? payload.sid : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
