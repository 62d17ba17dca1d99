import type { Domain } from '../domain.ts'
import { botRoutes } from './routes.ts'

export const bots: Domain = {
  routes: botRoutes,
}
