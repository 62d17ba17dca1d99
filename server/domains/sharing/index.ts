import type { Domain } from '../domain.ts'
import { sharingRoutes } from './routes.ts'

export const sharing: Domain = {
  routes: (app, deps) => sharingRoutes(app, deps, deps.siteFace),
}
