import { AccountScreen } from '../account/account-screen.tsx'

export function AccountRoute() {
  return <AccountScreen />
}
