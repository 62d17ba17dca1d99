import { api } from '../../lib/api.ts'
import { currentSession, updateUser } from '../../lib/session.ts'

/** By the token of a mail, signed in or not. */
export async function switchOffMails(token: string): Promise<void> {
  await api('POST /notifications/unsubscribe', { query: { token } })
  const { user } = currentSession()
  // The token says whose mails they were by its first part.
  if (user && token.startsWith(`${user.userId}.`))
    updateUser({ preferences: { ...user.preferences, emailNotifications: false } })
}
