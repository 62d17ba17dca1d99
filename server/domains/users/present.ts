import type { Account, Preferences, Profile } from '#contract/people/users.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import { isSuspendedMember } from './lists/suspended.ts'
import type { UserRow } from './queries.ts'

export function presentAccount(user: UserRow): Account {
  return {
    _id: user.id,
    email: user.email ?? '',
    username: user.username,
    role: user.role,
    profile: presentProfile(user),
    preferences: presentPreferences(user),
    stats: presentStats(user),
    timestamps: { createdAt: user.created_at.toISOString(), updatedAt: user.updated_at.toISOString() },
    emailVerification: {
      isVerified: user.email_verified_at !== null,
      ...(user.email_verified_at ? { verifiedAt: user.email_verified_at.toISOString() } : {}),
    },
    hasPassword: user.password_hash !== null,
    ...(user.suspended_at && isSuspendedMember(user)
      ? { suspension: { reason: user.suspended_reason ?? '', since: user.suspended_at.toISOString() } }
      : {}),
  }
}

export function presentProfile(user: UserRow): Profile {
  return { displayName: user.display_name, bio: user.bio, avatar: mediaPath(user.avatar_large) }
}

export function presentPreferences(user: UserRow): Preferences {
  return {
    contentLanguage: user.content_language,
    emailNotifications: user.email_notifications,
    sensitiveContent: user.sensitive_content,
    keepsHistory: user.keeps_history,
    notifications: { ...choicesOf(user.notifications_off), moderation: true },
    mails: { ...choicesOf(user.mails_off), follow: user.email_notifications, moderation: true },
    pushes: choicesOf(user.pushes_off),
  }
}

function choicesOf(off: readonly string[]): Preferences['notifications'] {
  const isOn = (kind: keyof Preferences['notifications']) => !off.includes(kind)
  return {
    follow: isOn('follow'),
    like: isOn('like'),
    post: isOn('post'),
    search: isOn('search'),
    moderation: isOn('moderation'),
    upload: isOn('upload'),
    export: isOn('export'),
  }
}

function presentStats(user: UserRow) {
  return { followersCount: user.followers_count, followingCount: user.following_count, memesCount: user.memes_count }
}
