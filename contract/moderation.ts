import * as z from 'zod'
import { defineCall } from './call.ts'
import { REPORT_NOTE_MAX_CHARS } from './limits.ts'
import { MemeId } from './memes.ts'
import { MessageAnswer, optional, optionalText } from './primitives.ts'

export const REPORT_REASONS = ['spam', 'hate', 'sexual', 'violence', 'privacy', 'copyright', 'other'] as const
export const ReportReason = z.enum(REPORT_REASONS)
export const ReportInput = z.object({
  reason: ReportReason,
  note: optional(optionalText(REPORT_NOTE_MAX_CHARS, 'noteMaxLength')),
})
export type ReportInput = z.infer<typeof ReportInput>

export const reportMeme = defineCall({
  method: 'POST',
  path: '/meme/{id}/report',
  tag: 'moderation',
  auth: 'public',
  status: 202,
  summary: 'Report a meme to the operator',
  params: MemeId,
  body: ReportInput,
  failures: ['meme.notFound', 'meme.removed', 'auth.accountSuspended'],
  response: MessageAnswer,
})
