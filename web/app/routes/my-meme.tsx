import { OwnListsScreen } from '../../features/meme-lists/own-lists-screen.tsx'

export function MyMemeRoute() {
  return <OwnListsScreen />
}
