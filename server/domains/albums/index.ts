import type { Domain } from '../domain.ts'
import { albumRoutes } from './routes.ts'

export const albums: Domain = {
  routes: albumRoutes,
}
