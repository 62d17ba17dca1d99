import { errors, jwtVerify, SignJWT } from 'jose'

const ISSUER = 'memeroom'

/** A signed token with a session's id; the session's row decides whether it is valid. */
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

/** The session id in a token; null if it is forged, expired or for another purpose. */
export async function verifyToken(
  secret: string,
  token: string,
): Promise<{ userId: string; sessionId: string } | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      issuer: ISSUER,
      algorithms: ['HS256'],
    })
    return typeof payload.sub === 'string' && typeof payload.sid === 'string'
      ? { userId: payload.sub, sessionId: payload.sid }
      : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
