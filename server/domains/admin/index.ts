import type { Domain } from '../domain.ts'
import { adminRoutes } from './routes.ts'

export const admin: Domain = {
  routes: adminRoutes,
}
