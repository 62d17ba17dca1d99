import { ClaimScreen } from '../../features/admin/claim-screen.tsx'

export function AdminClaimRoute() {
  return <ClaimScreen />
}
