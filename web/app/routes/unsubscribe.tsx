import { UnsubscribeScreen } from '../../features/follows/unsubscribe-screen.tsx'

export function UnsubscribeRoute() {
  return <UnsubscribeScreen />
}
