import type { SignedIn } from '#contract/auth/auth.ts'

const notifications = {
  follow: true,
  like: true,
  post: false,
  search: true,
  moderation: true,
  upload: true,
  export: true,
}

/** The API's response to signing in, for tests of the web client. */
export const signedIn: SignedIn['data'] = {
  _id: '019a0000-0000-7000-8000-000000000001',
  email: 'lan@example.com',
  username: 'lan',
  role: 'member',
  profile: { displayName: 'Lan', bio: '', avatar: null },
  preferences: {
    contentLanguage: 'vi',
    emailNotifications: true,
    sensitiveContent: 'blur',
    keepsHistory: true,
    notifications,
    mails: { ...notifications, like: false, upload: false, search: false },
    pushes: notifications,
  },
  stats: { followersCount: 2, followingCount: 3, memesCount: 4 },
  timestamps: { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-02T00:00:00.000Z' },
  emailVerification: { isVerified: true, verifiedAt: '2025-01-01T00:10:00.000Z' },
  hasPassword: true,
  authentication: { token: 'token-1', expiresAt: '2025-04-01T00:00:00.000Z' },
}
