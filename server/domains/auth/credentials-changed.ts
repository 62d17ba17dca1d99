import type { SecurityEventName } from '#contract/auth/security-log.ts'
import type { Language } from '#contract/languages.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { recordSecurityEvent } from '../security-log/record-event.ts'
import { type SecurityMailKind, securityMail } from './security-mails.ts'

type AnnounceDeps = Pick<Deps, 'config' | 'jobs'>

interface Owner {
  id: string
  email: string | null
  username: string
  content_language: Language
}

/** Records a change of credentials and notifies the member by email, in the transaction of the change. */
export async function announceChange(
  deps: AnnounceDeps,
  tx: Tx,
  viewer: Viewer,
  user: Owner,
  change: { event: SecurityEventName; mail: SecurityMailKind; detail?: string },
): Promise<void> {
  const { event, detail } = change
  await recordSecurityEvent(deps, tx, { event, userId: user.id, from: viewer, ...(detail ? { detail } : {}) })
  await mailChange(deps, tx, viewer, user, change.mail)
}

/** Notifies the member by email if they have an address. */
export async function mailChange(
  deps: AnnounceDeps,
  tx: Tx,
  viewer: Viewer,
  user: Owner,
  mail: SecurityMailKind,
): Promise<void> {
  if (!user.email) return
  const to = { email: user.email, username: user.username, language: user.content_language }
  await enqueueMail(deps, tx, securityMail(mail, to, viewer, deps.config))
}
