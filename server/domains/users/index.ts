import type { Domain } from '../domain.ts'
import { blockRoutes } from './block-routes.ts'
import { userRoutes } from './routes.ts'

export const users: Domain = {
  routes(app, deps) {
    userRoutes(app, deps)
    blockRoutes(app, deps)
  },
}
