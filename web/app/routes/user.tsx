import { useParams } from 'react-router'
import { UserScreen } from '../../features/meme-lists/user-screen.tsx'

export function UserRoute() {
  const { username = '' } = useParams()
  return <UserScreen username={username} />
}
