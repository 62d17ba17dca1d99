import type { Domain } from '../domain.ts'
import { adminCommands } from './commands.ts'
import { adminRoutes } from './routes.ts'

export const admin: Domain = {
  routes: adminRoutes,
  commands: adminCommands,
}
