import { errors, jwtVerify, SignJWT } from 'jose'

const ISSUER = 'memeroom'
const AUDIENCE = 'second-factor'
const VALID_FOR = '10m'

/** Proof that the first factor was right; it signs nobody in. */
export async function signChallenge(secret: string, userId: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(VALID_FOR)
    .sign(new TextEncoder().encode(secret))
}

/** The member whose first factor was right; null if the challenge is forged or expired. */
export async function verifyChallenge(secret: string, challenge: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(challenge, new TextEncoder().encode(secret), {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub'],
    })
    return payload.sub ?? null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
