import { DeskScreen } from '../../features/moderation/desk-screen.tsx'

export function ModerationRoute() {
  return <DeskScreen />
}
