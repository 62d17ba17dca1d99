import { HistoryScreen } from '../../features/history/history-screen.tsx'
import { useSession } from '../../lib/session.ts'

export function HistoryRoute() {
  const { user } = useSession()
  // The route requires a member, but it renders once more without a user during logout.
  return user && <HistoryScreen user={user} />
}
