import { api } from '../../lib/api.ts'
import { currentSession, updateUser } from '../../lib/session.ts'

/** Turns off emails with the token from an email; works with or without a session. */
export async function switchOffMails(token: string): Promise<void> {
  await api('POST /notifications/unsubscribe', { query: { token } })
  const { user } = currentSession()
  // The token starts with the id of its member.
  if (user && token.startsWith(`${user.userId}.`))
    updateUser({ preferences: { ...user.preferences, emailNotifications: false } })
}
