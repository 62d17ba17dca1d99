import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

const ISSUER = 'memeroom'
const AUDIENCE = 'second-factor'
const VALID_FOR = '10m'

export interface Challenge {
  /** Its own name, by which it counts once. */
  id: string
  userId: string
  /** The member's `sign_in_epoch` when the first factor was right. */
  epoch: number
  expiresAt: Date
}

/** Proof that the first factor was right; it signs nobody in. */
export async function signChallenge(secret: string, user: { id: string; sign_in_epoch: number }): Promise<string> {
  return new SignJWT({ epoch: user.sign_in_epoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user.id)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(VALID_FOR)
    .sign(new TextEncoder().encode(secret))
}

/** What a challenge says; null if it is forged or expired. */
export async function verifyChallenge(secret: string, challenge: string): Promise<Challenge | null> {
  try {
    const { payload } = await jwtVerify(challenge, new TextEncoder().encode(secret), {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub', 'jti', 'epoch'],
    })
    const { jti, sub, epoch, exp } = payload
    if (jti === undefined || sub === undefined || typeof epoch !== 'number' || exp === undefined) return null
    return { id: jti, userId: sub, epoch, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
