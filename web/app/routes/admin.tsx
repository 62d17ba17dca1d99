import { AdminScreen } from '../../features/admin/admin-screen.tsx'

export function AdminRoute() {
  return <AdminScreen />
}
