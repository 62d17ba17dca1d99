import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  DECISION_REASON_MAX_CHARS,
  INVITE_DAYS_MAX,
  INVITE_USES_MAX,
  QUOTA_MEGABYTES_MAX,
  QUOTA_MEMES_MAX,
  SEARCH_QUERY_MAX_CHARS,
} from '../limits.ts'
import { Role } from '../people/roles.ts'
import { UserIdOrName } from '../people/users.ts'
import {
  Count,
  Email,
  entryPage,
  Id,
  IsoDate,
  MessageAnswer,
  okData,
  optional,
  optionalText,
  queryNumber,
  text,
  Username,
  upTo,
} from '../primitives.ts'
import { Because, DeskPerson, ModerationPage } from './moderation.ts'

const tag = 'admin'
const admin = { tag, auth: 'member', role: 'admin' } as const
const moderator = { tag, auth: 'member', role: 'moderator' } as const

export const claimFirstAdmin = defineCall('POST /admin/claim', {
  tag,
  auth: 'member',
  summary: 'Become the first admin, with the token of the link that the operator received at the first start',
  body: z.object({ token: text().min(1).max(200) }),
  failures: ['admin.linkInvalid'],
  response: MessageAnswer.extend({ role: Role }),
})

const whole = (min: number, max: number) =>
  z.number('invalidType').int('outOfRange').min(min, 'outOfRange').max(max, 'outOfRange')

const ownLimit = (max: number) => whole(0, max).nullable()

export const OwnQuota = z
  .object({ memes: ownLimit(QUOTA_MEMES_MAX), megabytes: ownLimit(QUOTA_MEGABYTES_MAX) })
  .meta({ id: 'OwnQuota', description: 'Limits of one member: null for the site’s limit, 0 for none' })
export type OwnQuota = z.infer<typeof OwnQuota>

export const AdminPerson = DeskPerson.extend({
  email: z.string(),
  suspendedReason: z.string().nullable(),
  suspendedUntil: IsoDate.nullable(),
  invitedBy: z.string().nullable(),
  stored: z.object({ memes: Count, bytes: Count }),
  quota: OwnQuota,
}).meta({ id: 'AdminPerson' })
export type AdminPerson = z.infer<typeof AdminPerson>

export const listPeople = defineCall('GET /admin/people', {
  ...admin,
  summary: 'List members by name, email address, or role, newest first',
  query: ModerationPage.extend({ q: optional(text().refine(...upTo(SEARCH_QUERY_MAX_CHARS))), role: optional(Role) }),
  response: entryPage(AdminPerson),
})

const PasswordLink = z.object({ link: z.string(), expiresAt: IsoDate }).meta({
  id: 'PasswordLink',
  description: 'A link for the owner of the account to set the password once; shown only this once',
})

export const createPerson = defineCall('POST /admin/people', {
  ...admin,
  status: 201,
  freshProof: true,
  summary: 'Create an account without sending email; returns a link for its owner to set the password',
  body: z.object({ username: Username, email: Email, role: optional(Role) }),
  failures: ['auth.usernameTaken', 'auth.emailInUse'],
  response: okData(PasswordLink.extend({ _id: Id })),
})

export const makeResetLink = defineCall('POST /admin/people/{id}/reset-link', {
  ...admin,
  freshProof: true,
  summary: 'Create a link for a member to set a new password, for sites without email; invalidates the previous link',
  params: UserIdOrName,
  failures: ['user.notFound', 'moderation.protected', 'admin.noAddress'],
  response: okData(PasswordLink),
})

export const changeRole = defineCall('PUT /admin/people/{id}/role', {
  ...admin,
  freshProof: true,
  summary: 'Change the role of a member',
  params: UserIdOrName,
  body: z.object({ role: Role }),
  failures: ['user.notFound', 'moderation.protected', 'admin.last'],
  response: MessageAnswer,
})

export const setQuota = defineCall('PUT /admin/people/{id}/quota', {
  ...admin,
  summary: 'Set a member’s own storage limits, which replace the site’s',
  params: UserIdOrName,
  body: OwnQuota,
  failures: ['user.notFound', 'moderation.protected'],
  response: MessageAnswer,
})

export const deletePerson = defineCall('POST /admin/people/{id}/delete', {
  ...admin,
  freshProof: true,
  summary: 'Permanently delete a member with all their memes; the log contains the reason, but not the account',
  params: UserIdOrName,
  body: Because,
  failures: ['user.notFound', 'moderation.protected', 'admin.last'],
  response: MessageAnswer,
})

export const Numbers = z
  .object({
    totals: z.object({
      members: Count,
      memes: Count,
      storageBytes: Count,
      memesMax: Count.nullable(),
      storageBytesMax: Count.nullable(),
      openReports: Count,
      inReview: Count,
      openAppeals: Count,
      oldestReportAt: IsoDate.nullable(),
      oldestReviewAt: IsoDate.nullable(),
    }),
    days: z.array(
      z.object({
        day: z.iso.date(),
        members: Count,
        memes: Count,
        actions: Count,
        reports: Count,
        storedBytes: Count,
      }),
    ),
  })
  .meta({ id: 'Numbers', description: 'New items per day (UTC); storedBytes: bytes stored on that day' })
export type Numbers = z.infer<typeof Numbers>

export const NUMBER_DAYS = [7, 30, 365] as const
export const getNumbers = defineCall('GET /admin/numbers', {
  ...admin,
  summary: 'Get the daily growth of the site over 7, 30, or 365 days',
  query: z.object({ days: queryNumber(z.literal([...NUMBER_DAYS])).default(30) }),
  response: okData(Numbers),
})

export const Space = z
  .object({
    measuredAt: IsoDate,
    originals: Count,
    sizes: Count,
    otherFiles: Count,
    waiting: Count,
    exports: Count,
    database: Count,
    backup: z.object({ at: IsoDate, bytes: Count.nullable() }).nullable(),
    disk: z.object({ free: Count, total: Count }).nullable(),
  })
  .meta({
    id: 'Space',
    description:
      'Bytes: original pictures, their smaller sizes, other files such as avatars, received files of bulk uploads, data exports, the database, the last backup, and the volume of DATA_DIR on the node that answers',
  })
export type Space = z.infer<typeof Space>

export const getSpace = defineCall('GET /admin/space', {
  ...admin,
  summary: 'Get the storage used, by kind; measured at most ten minutes ago',
  response: okData(Space),
})

export const Invite = z
  .object({
    _id: Id,
    code: z.string(),
    usesMax: Count,
    uses: Count,
    createdBy: z.string().nullable(),
    createdAt: IsoDate,
    expiresAt: IsoDate,
    isValid: z.boolean(),
    invited: z.array(z.string()).meta({ description: 'Usernames of the newest 20 people who used it' }),
  })
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof Invite>

export const createInvite = defineCall('POST /admin/invites', {
  ...moderator,
  status: 201,
  freshProof: true,
  summary: 'Create an invite for a number of people, valid for some days',
  body: z.object({ uses: optional(whole(1, INVITE_USES_MAX)), days: optional(whole(1, INVITE_DAYS_MAX)) }),
  failures: ['invite.tooMany'],
  response: okData(Invite),
})

export const listInvites = defineCall('GET /admin/invites', {
  ...moderator,
  summary: 'List the newest 200 invites, with the people who used them',
  response: okData(z.array(Invite)),
})

export const revokeInvite = defineCall('DELETE /admin/invites/{id}', {
  ...moderator,
  summary: 'Revoke an invite',
  params: z.object({ id: Id }),
  failures: ['invite.notFound'],
  response: MessageAnswer,
})

export const BannedNetwork = z
  .object({ _id: Id, network: z.string(), reason: z.string(), createdAt: IsoDate })
  .meta({ id: 'BannedNetwork' })
export type BannedNetwork = z.infer<typeof BannedNetwork>

export const banNetwork = defineCall('POST /admin/networks', {
  ...admin,
  status: 201,
  summary: 'Block registrations from an IP address or range',
  body: z.object({
    network: text().min(2).max(64).describe('Such as 203.0.113.0/24 or 2001:db8::/48'),
    reason: optional(optionalText(DECISION_REASON_MAX_CHARS, 'noteMaxLength')),
  }),
  response: okData(BannedNetwork),
})

export const listNetworks = defineCall('GET /admin/networks', {
  ...admin,
  summary: 'List the newest 500 networks with blocked registrations',
  response: okData(z.array(BannedNetwork)),
})

export const unbanNetwork = defineCall('DELETE /admin/networks/{id}', {
  ...admin,
  summary: 'Unblock a network',
  params: z.object({ id: Id }),
  failures: ['network.notFound'],
  response: MessageAnswer,
})
