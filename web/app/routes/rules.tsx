import { RulesScreen } from '../../features/privacy/rules-screen.tsx'

export function RulesRoute() {
  return <RulesScreen />
}
