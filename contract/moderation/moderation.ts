import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  DECISION_REASON_MAX_CHARS,
  MODERATION_PAGE_SIZE,
  REPORT_NOTE_MAX_CHARS,
  REPORTS_SHOWN_PER_MEME,
} from '../limits.ts'
import { Meme, MemeId } from '../memes/memes.ts'
import { Role } from '../people/roles.ts'
import { UserIdOrName } from '../people/users.ts'
import {
  Count,
  entryPage,
  Id,
  IsoDate,
  MessageAnswer,
  optional,
  optionalText,
  pageQuery,
  ReadText,
  StorableTime,
} from '../primitives.ts'

const tag = 'moderation'
export const moderator = { tag, auth: 'member', role: 'moderator' } as const

export const REPORT_REASONS = ['spam', 'hate', 'sexual', 'violence', 'privacy', 'copyright', 'other'] as const
export const ReportReason = z.enum(REPORT_REASONS)
export const ReportInput = z.object({
  reason: ReportReason,
  note: optional(optionalText(REPORT_NOTE_MAX_CHARS, 'noteMaxLength')),
})
export type ReportInput = z.infer<typeof ReportInput>

export const reportMeme = defineCall('POST /meme/{id}/report', {
  tag,
  auth: 'public',
  status: 202,
  summary: 'Report a meme to the moderators',
  params: MemeId,
  body: ReportInput,
  failures: ['meme.notFound', 'meme.removed', 'auth.accountSuspended'],
  response: MessageAnswer,
})

export const ModerationPage = pageQuery(MODERATION_PAGE_SIZE)

const Named = z.object({ _id: Id, username: z.string() })

/** An uploader with their moderation record. */
export const DeskPerson = Named.extend({
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  role: Role,
  createdAt: IsoDate,
  memesCount: Count,
  removedCount: Count,
  suspensionsCount: Count,
  isSuspended: z.boolean(),
}).meta({ id: 'DeskPerson' })
export type DeskPerson = z.infer<typeof DeskPerson>

export const Report = z
  .object({
    _id: Id,
    reason: ReportReason,
    note: z.string(),
    createdAt: IsoDate,
    reporter: Named.extend({ upheldCount: Count, dismissedCount: Count })
      .nullable()
      .meta({ description: 'The number of their earlier reports that were right and wrong; null for a visitor' }),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

export const ReportedMeme = z
  .object({
    _id: Id.meta({ description: 'The ID of the meme; dismissing it closes all of its reports' }),
    memeId: Id,
    meme: Meme,
    uploader: DeskPerson.nullable(),
    reportsCount: Count,
    firstReportedAt: IsoDate,
    reasons: z.array(z.object({ reason: ReportReason, count: Count })),
    reports: z
      .array(Report)
      .meta({ description: `The oldest ${REPORTS_SHOWN_PER_MEME}; empty if the caller uploaded the meme` }),
  })
  .meta({ id: 'ReportedMeme' })
export type ReportedMeme = z.infer<typeof ReportedMeme>

export const listReports = defineCall('GET /moderation/reports', {
  ...moderator,
  summary: 'List memes with open reports, longest waiting first',
  query: ModerationPage,
  response: entryPage(ReportedMeme),
})

export const QueuedMeme = z
  .object({ _id: Id, memeId: Id, meme: Meme, uploader: DeskPerson.nullable(), waitingSince: IsoDate })
  .meta({ id: 'QueuedMeme' })
export type QueuedMeme = z.infer<typeof QueuedMeme>

export const listQueue = defineCall('GET /moderation/queue', {
  ...moderator,
  summary: 'List memes in review, oldest first',
  query: ModerationPage,
  response: entryPage(QueuedMeme),
})

export const LogEntry = z
  .object({
    _id: Id,
    at: IsoDate,
    action: z.string(),
    targetKind: z.string(),
    targetId: z.uuid(),
    targetName: z.string().nullable(),
    reason: z.string(),
    actor: Named.nullable().meta({ description: 'Null for the operator on the command line' }),
  })
  .meta({ id: 'ModerationLogEntry' })
export type LogEntry = z.infer<typeof LogEntry>

export const listLog = defineCall('GET /moderation/log', {
  ...moderator,
  summary: 'List decisions, newest first; `memeId` and `userId` limit the list to one meme or person',
  query: ModerationPage.extend({ memeId: optional(Id), userId: optional(Id) }),
  response: entryPage(LogEntry),
})

const Reason = optionalText(DECISION_REASON_MAX_CHARS, 'noteMaxLength')
const NeededReason = Reason.refine((value) => value !== '', 'requiredField')
const MaybeReason = z.object({ reason: optional(Reason) })
export const Because = z.object({ reason: NeededReason })
/** Reports that the moderator saw. If none of them is still open, another moderator has already decided. */
const reportIds = optional(z.array(Id).max(REPORTS_SHOWN_PER_MEME))

export const Decided = MessageAnswer.extend({
  decisionId: Id.meta({ description: 'Pass it to undo the decision, within some seconds' }),
}).meta({ id: 'Decided' })
export type Decided = z.infer<typeof Decided>

export const approveMeme = defineCall('POST /moderation/memes/{id}/approve', {
  ...moderator,
  summary: 'Approve a meme: closes its reports and ends its review',
  params: MemeId,
  body: MaybeReason.extend({ reportIds }),
  failures: ['meme.notFound', 'moderation.alreadyDecided', 'moderation.protected'],
  response: Decided,
})

export const removeMeme = defineCall('POST /moderation/memes/{id}/remove', {
  ...moderator,
  summary: 'Remove a meme; its uploader receives the reason. `block` adds its picture to the block list',
  params: MemeId,
  body: Because.extend({ reportIds, block: optional(z.boolean()) }),
  failures: ['meme.notFound', 'moderation.alreadyDecided', 'moderation.protected'],
  response: Decided.extend({ sameAs: z.array(Id).meta({ description: 'Live memes with the same picture' }) }),
})

export const markMemeSensitive = defineCall('POST /moderation/memes/{id}/sensitive', {
  ...moderator,
  summary: 'Mark a meme as sensitive, or remove any mark; the uploader cannot remove a moderator’s mark',
  params: MemeId,
  body: MaybeReason.extend({ sensitive: z.boolean() }),
  failures: ['meme.notFound', 'moderation.protected'],
  response: MessageAnswer.extend({ sensitive: z.boolean() }),
})

export const correctMemeWords = defineCall('POST /moderation/memes/{id}/words', {
  ...moderator,
  summary: 'Correct the words in the picture of another member’s meme',
  params: MemeId,
  body: z.object({ readText: ReadText }),
  failures: ['meme.notFound', 'moderation.protected'],
  response: MessageAnswer,
})

export const restoreRemovedMeme = defineCall('POST /moderation/memes/{id}/restore', {
  ...moderator,
  summary: 'Restore a removed meme, and remove its picture from the block list',
  params: MemeId,
  body: Because,
  failures: ['meme.notFound', 'moderation.protected'],
  response: Decided,
})

export const dismissReport = defineCall('POST /moderation/reports/{id}/dismiss', {
  ...moderator,
  summary: 'Close a report or, with the ID of a meme, all of its reports, without changing the meme',
  params: MemeId,
  body: MaybeReason,
  failures: ['report.notFound', 'moderation.alreadyDecided', 'moderation.protected'],
  response: Decided,
})

export const suspendUser = defineCall('POST /moderation/users/{id}/suspend', {
  ...moderator,
  summary: 'Suspend a member permanently or until a time',
  params: UserIdOrName,
  body: Because.extend({ until: optional(StorableTime) }),
  failures: ['user.notFound', 'moderation.protected', 'admin.last'],
  response: Decided,
})

export const unsuspendUser = defineCall('POST /moderation/users/{id}/unsuspend', {
  ...moderator,
  summary: 'Lift a suspension',
  params: UserIdOrName,
  body: Because,
  failures: ['user.notFound', 'moderation.protected'],
  response: Decided,
})

export const undoDecision = defineCall('POST /moderation/decisions/{id}/undo', {
  ...moderator,
  summary: 'Undo your decision within some seconds; no email is sent about it',
  params: MemeId,
  failures: ['moderation.undoExpired', 'moderation.protected'],
  response: MessageAnswer,
})
