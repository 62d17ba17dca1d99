import type { Domain } from '../domain.ts'
import { securityLogCommands } from './commands.ts'
import { securityLogRoutes } from './routes.ts'

export const securityLog: Domain = {
  routes: securityLogRoutes,
  commands: securityLogCommands,
}
