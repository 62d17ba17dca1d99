import { REFERENCE_LANGUAGE } from '#contract/languages.ts'
import type { Account } from '#contract/people/users.ts'
import { TOKEN_KEY, USER_KEY } from './session-keys.ts'
import { readItem } from './storage.ts'

/** The account as stored in this browser. `userId` equals `_id`. */
export type SessionUser = Omit<Account, 'preferences'> & {
  userId: string
  preferences: Pick<Account['preferences'], 'contentLanguage'> & Partial<Account['preferences']>
}
export type Session = { user: SessionUser; token: string } | { user: null; token: null }

export const SIGNED_OUT: Session = { user: null, token: null }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown, fallback = '') => (typeof value === 'string' ? value : fallback)
const count = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0)

/** Returns a stored record with defaults filled in; null if identifying fields are missing. */
export function parseUser(record: unknown): SessionUser | null {
  if (!isRecord(record) || !isRecord(record.profile)) return null
  const { _id, email, username } = record
  if (typeof _id !== 'string' || typeof email !== 'string' || typeof username !== 'string' || !_id) return null
  const preferences = isRecord(record.preferences) ? record.preferences : {}
  const stats = isRecord(record.stats) ? record.stats : {}
  const timestamps = isRecord(record.timestamps) ? record.timestamps : {}
  const verification = isRecord(record.emailVerification) ? record.emailVerification : {}
  const { authentication: _authentication, token: _token, ...rest } = record
  return {
    ...(rest as unknown as Account),
    _id,
    userId: _id,
    email,
    username,
    profile: {
      displayName: text(record.profile.displayName, username),
      bio: text(record.profile.bio),
      avatar: typeof record.profile.avatar === 'string' ? record.profile.avatar : null,
    },
    preferences: { ...preferences, contentLanguage: text(preferences.contentLanguage) || REFERENCE_LANGUAGE },
    stats: {
      followersCount: count(stats.followersCount),
      followingCount: count(stats.followingCount),
      memesCount: count(stats.memesCount),
    },
    timestamps: { createdAt: text(timestamps.createdAt), updatedAt: text(timestamps.updatedAt) },
    emailVerification: {
      isVerified: verification.isVerified === true,
      ...(typeof verification.verifiedAt === 'string' ? { verifiedAt: verification.verifiedAt } : {}),
    },
  }
}

/** Reads the stored session. Damaged or incomplete data counts as signed out. */
export function readStored(): Session {
  const token = readItem(TOKEN_KEY)
  const record = readItem(USER_KEY)
  if (!token || !record) return SIGNED_OUT
  try {
    const user = parseUser(JSON.parse(record))
    return user ? { user, token } : SIGNED_OUT
  } catch {
    return SIGNED_OUT
  }
}
