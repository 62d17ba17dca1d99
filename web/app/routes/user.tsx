import { UserScreen } from '../../features/meme-lists/user-screen.tsx'
import { useParams } from '../../lib/router.tsx'

export function UserRoute() {
  const { username = '' } = useParams()
  return <UserScreen username={username} />
}
