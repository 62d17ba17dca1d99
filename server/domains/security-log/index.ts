import type { Domain } from '../domain.ts'
import { securityLogCommands } from './commands.ts'
import { recordRefusals, securityLogRoutes } from './routes.ts'

export const securityLog: Domain = {
  routes(app, deps) {
    recordRefusals(app, deps)
    securityLogRoutes(app, deps)
  },
  commands: securityLogCommands,
}
