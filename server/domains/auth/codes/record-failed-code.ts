import type { Deps } from '#server/platform/deps.ts'
import type { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { recordRefusal } from '../../security-log/record-event.ts'
import { findUserByEmail } from '../../users/accounts.ts'

/** Records a wrong code for the member with that address, or otherwise for the address. */
export async function recordFailedCode(
  deps: Pick<Deps, 'config' | 'db'>,
  viewer: Viewer,
  email: string,
  failure: AppError,
): Promise<void> {
  const user = await findUserByEmail(deps.db, email)
  const subject = user ? { userId: user.id } : { email }
  await recordRefusal(deps, { event: 'code-failed', ...subject, from: viewer, detail: failure.code })
}
