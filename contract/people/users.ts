import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PICTURE_FAILURES } from '../errors.ts'
import {
  Bio,
  ContentLanguage,
  Count,
  DisplayName,
  Id,
  IsoDate,
  MessageAnswer,
  okData,
  optional,
  text,
  UUID_LIKE,
  upTo,
} from '../primitives.ts'
import { Role } from './roles.ts'

/** Stands for the calling member in place of an id or username; reserved as a username. */
export const ME = 'me'
/** A person in a path: an id, a username or ME. */
export const UserIdOrName = z.object({
  id: text()
    .min(1)
    .refine(...upTo(200))
    .overwrite((value) => (UUID_LIKE.test(value) ? value.toLowerCase() : value))
    .describe('An ID, a username, or `me` for the caller'),
})

export const UserStats = z.object({ followersCount: Count, followingCount: Count, memesCount: Count })
export type UserStats = z.infer<typeof UserStats>

export const Profile = z.object({ displayName: z.string(), bio: z.string(), avatar: z.string().nullable() })
export type Profile = z.infer<typeof Profile>

/** A member's setting for sensitive memes: hidden, blurred until tapped, or unblurred. */
export const SENSITIVE_CONTENT = ['hide', 'blur', 'show'] as const
export const SensitiveContent = z.enum(SENSITIVE_CONTENT)
export type SensitiveContent = z.infer<typeof SensitiveContent>

/** The kinds of notifications that a member receives on one channel: bell, email or push. */
export const NotificationChoices = z.object({
  follow: z.boolean(),
  like: z.boolean(),
  post: z.boolean().meta({ description: 'New memes of followed people; off by default' }),
  search: z.boolean().meta({ description: 'New memes that match a saved search' }),
  moderation: z.boolean(),
  upload: z.boolean(),
  export: z.boolean(),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const Preferences = z.object({
  notifications: NotificationChoices.describe('In the bell'),
  mails: NotificationChoices.describe('By email; `follow` is the same as `emailNotifications`'),
  pushes: NotificationChoices.describe('By push, in subscribed browsers'),
  contentLanguage: ContentLanguage,
  emailNotifications: z.boolean(),
  sensitiveContent: SensitiveContent,
  keepsHistory: z.boolean().describe('True if the view history is on; PUT /users/me/history changes it'),
})
export type Preferences = z.infer<typeof Preferences>

export const Account = z
  .object({
    _id: Id,
    email: z.string(),
    username: z.string(),
    role: Role,
    profile: Profile,
    preferences: Preferences,
    stats: UserStats,
    timestamps: z.object({ createdAt: IsoDate, updatedAt: IsoDate }),
    emailVerification: z.object({ isVerified: z.boolean(), verifiedAt: IsoDate.optional() }),
    hasPassword: z.boolean(),
    suspension: z.object({ reason: z.string(), since: IsoDate }).optional(),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

export const UserCard = z
  .object({
    _id: Id,
    username: z.string(),
    displayName: z.string(),
    bio: z.string(),
    avatarUrl: z.string().nullable(),
    stats: UserStats,
    createdAt: IsoDate,
    viewer: z
      .object({
        isFollowing: z.boolean(),
        isFollowedBy: z.boolean(),
        isSelf: z.boolean(),
        isMuted: z.boolean().optional(),
      })
      .optional(),
  })
  .meta({ id: 'UserCard' })
export type UserCard = z.infer<typeof UserCard>

/** `null` (in a form, the text "null") removes the avatar; a path, as in responses, leaves it unchanged. */
const AvatarInput = z.preprocess((value) => (value === 'null' ? null : value), text().nullable().optional())
/** The display name may be omitted only when the avatar is removed. */
export const ProfileInput = z
  .object({ displayName: optional(DisplayName), bio: optional(Bio), avatar: AvatarInput })
  .refine(({ displayName, avatar }) => displayName !== undefined || avatar === null, {
    path: ['displayName'],
    error: 'requiredField',
  })
export type ProfileInput = z.infer<typeof ProfileInput>

export const PreferencesInput = z.object({
  contentLanguage: optional(ContentLanguage),
  emailNotifications: optional(z.boolean()),
  sensitiveContent: optional(SensitiveContent),
  notifications: optional(NotificationChoices.partial()),
  mails: optional(NotificationChoices.partial()),
  pushes: optional(NotificationChoices.partial()),
})
export type PreferencesInput = z.infer<typeof PreferencesInput>

const tag = 'users'
const member = { tag, auth: 'member' } as const

export const getMe = defineCall('GET /users/me', {
  ...member,
  suspendedAllowed: true,
  summary: 'Get your account',
  response: okData(Account),
})

export const updateProfile = defineCall('PUT /users/me/profile', {
  ...member,
  summary: 'Change your display name, bio, and avatar; `avatar: null` removes the avatar',
  body: ProfileInput,
  files: ['avatar'],
  multipart: 'optional',
  failures: [...PICTURE_FAILURES, 'image.avatarTooLarge', 'image.blocked'],
  response: MessageAnswer.extend({ profile: Profile }),
})

export const updatePreferences = defineCall('PUT /users/me/preferences', {
  ...member,
  summary: 'Change your language, notifications, and the display of sensitive memes',
  body: PreferencesInput,
  response: MessageAnswer.extend({ preferences: Preferences }),
})

export const deleteMe = defineCall('DELETE /users/me', {
  ...member,
  suspendedAllowed: true,
  freshProof: true,
  summary: 'Permanently delete your account; not possible for the last admin',
  failures: ['admin.last'],
  response: MessageAnswer,
})

export const getUser = defineCall('GET /users/{id}', {
  tag,
  auth: 'public',
  summary: 'Get a public profile, by ID or username',
  params: UserIdOrName,
  response: okData(UserCard),
})
