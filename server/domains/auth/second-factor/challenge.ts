import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

const ISSUER = 'memeroom'
const AUDIENCE = 'second-factor'
const VALID_FOR = '10m'

export interface Challenge {
  /** Unique id, by which the challenge is used only once. */
  id: string
  userId: string
  /** The member's `sign_in_epoch` when the first factor was checked. */
  epoch: number
  expiresAt: Date
  /** The provider's confirmation, if it was the first factor; see `startSession`. */
  ticketHash?: string
}

/** Signs proof that the first factor was correct. The proof alone signs no one in. */
export async function signChallenge(
  secret: string,
  user: { id: string; sign_in_epoch: number },
  ticketHash?: string,
): Promise<string> {
  return new SignJWT({ epoch: user.sign_in_epoch, ...(ticketHash ? { ticketHash } : {}) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user.id)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(VALID_FOR)
    .sign(new TextEncoder().encode(secret))
}

/** Returns the content of a challenge; null if it is forged or expired. */
export async function verifyChallenge(secret: string, challenge: string): Promise<Challenge | null> {
  try {
    const { payload } = await jwtVerify(challenge, new TextEncoder().encode(secret), {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub', 'jti', 'epoch'],
    })
    const { jti, sub, epoch, exp, ticketHash } = payload
    if (jti === undefined || sub === undefined || typeof epoch !== 'number' || exp === undefined) return null
    const via = typeof ticketHash === 'string' ? { ticketHash } : {}
    return { id: jti, userId: sub, epoch, expiresAt: new Date(exp * 1000), ...via }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
