import { createHmac } from 'node:crypto'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { switchOffMails } from './queries.ts'

/** Returns the token of an unsubscribe link: the signed recipient. It works without signing in and does not expire. */
export function unsubscribeToken(secret: string, userId: string): string {
  const signature = createHmac('sha256', secret).update(`unsubscribe ${userId}`).digest('base64url').slice(0, 32)
  return `${userId}.${signature}`
}

/** Turns mails off; idempotent. Throws mail.linkInvalid, also for deleted accounts. */
export async function unsubscribe(deps: Pick<Deps, 'config' | 'db'>, token: string): Promise<void> {
  const [userId = ''] = token.split('.')
  if (!isEqualConstantTime(token, unsubscribeToken(deps.config.authSecret, userId)))
    throw new AppError('mail.linkInvalid')
  if (!(await withTransaction(deps.db, (tx) => switchOffMails(tx, userId)))) throw new AppError('mail.linkInvalid')
}
