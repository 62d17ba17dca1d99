import type { Domain } from '../domain.ts'
import { securityLogRoutes } from './routes.ts'

export const securityLog: Domain = {
  routes: securityLogRoutes,
}
