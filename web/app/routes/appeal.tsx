import { AppealScreen } from '../../features/moderation/appeal-screen.tsx'

export function AppealRoute() {
  return <AppealScreen />
}
