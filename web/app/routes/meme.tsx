import { MemeScreen } from '../../features/meme-lists/meme-screen.tsx'
import { useParams } from '../../lib/router.tsx'

export function MemeRoute() {
  const { id = '' } = useParams()
  return <MemeScreen memeId={id.toLowerCase()} />
}
