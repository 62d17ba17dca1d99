import type { SignedIn } from '#contract/auth/auth.ts'
import { signIn } from '#web/lib/session.ts'

/** Signs a member in on the client only, without a server. */
export function signInAs(
  username: string,
  followingCount = 0,
  followersCount = 0,
  createdAt = '2026-01-01T00:00:00.000Z',
): void {
  signIn({
    _id: `id of ${username}`,
    email: `${username}@example.com`,
    username,
    authentication: { token: `token of ${username}`, expiresAt: '2027-01-01T00:00:00.000Z' },
    profile: { displayName: username, bio: '', avatar: null },
    preferences: { contentLanguage: 'en', emailNotifications: true },
    stats: { followersCount, followingCount, memesCount: 0 },
    timestamps: { createdAt, updatedAt: createdAt },
    emailVerification: { isVerified: true },
    hasPassword: true,
  } as SignedIn['data'])
}
