import { errors, jwtVerify, SignJWT } from 'jose'

const ISSUER = 'memeroom'

/** Signs a token with a session's id. The session's row decides whether it is valid. */
export async function signToken(
  secret: string,
  token: { userId: string; sessionId: string; expiresAt: Date },
): Promise<string> {
  return new SignJWT({ sid: token.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(token.userId)
    .setIssuedAt()
    .setExpirationTime(Math.floor(token.expiresAt.getTime() / 1000))
    .sign(new TextEncoder().encode(secret))
}

interface Named {
  userId: string
  sessionId: string
}

/** Cache of tokens with a verified signature, most recent last: verifying takes longer than looking up the session. */
const verified = new Map<string, Named & { secret: string; expiresAt: number }>()
const VERIFIED_MAX = 1000

/** Returns the user and session ids of a token; null if it is forged, expired or for another purpose. */
export async function verifyToken(secret: string, token: string): Promise<Named | null> {
  const known = verified.get(token)
  if (known && known.secret === secret && known.expiresAt > Date.now()) return known
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      issuer: ISSUER,
      algorithms: ['HS256'],
    })
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return null
    const named = { userId: payload.sub, sessionId: payload.sid }
    if (payload.exp !== undefined) remember(token, { ...named, secret, expiresAt: payload.exp * 1000 })
    return named
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function remember(token: string, named: Named & { secret: string; expiresAt: number }): void {
  verified.delete(token)
  verified.set(token, named)
  const [oldest] = verified.keys()
  if (verified.size > VERIFIED_MAX && oldest !== undefined) verified.delete(oldest)
}
