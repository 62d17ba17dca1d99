import { useParams } from 'react-router'
import { MemeScreen } from '../../features/meme-lists/meme-screen.tsx'

export function MemeRoute() {
  const { id = '' } = useParams()
  return <MemeScreen memeId={id.toLowerCase()} />
}
