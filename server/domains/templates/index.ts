import type { Domain } from '../domain.ts'
import { templateRoutes } from './routes.ts'

export const templates: Domain = {
  routes: templateRoutes,
}
