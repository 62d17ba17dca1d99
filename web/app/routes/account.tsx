import { AccountScreen } from '../../features/account/account-screen.tsx'

export function AccountRoute() {
  return <AccountScreen />
}
