import type { Domain } from '../domain.ts'
import { tagRoutes } from './routes.ts'

export const tags: Domain = {
  routes: tagRoutes,
}
