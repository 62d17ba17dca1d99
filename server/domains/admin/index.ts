import type { Domain } from '../domain.ts'
import { adminCommands } from './commands.ts'
import { firstAdminWatch } from './first-admin.ts'
import { adminRoutes } from './routes.ts'

export const admin = {
  provides: ({ db }) => ({ hasAdmin: firstAdminWatch(db) }),
  routes: adminRoutes,
  commands: adminCommands,
} satisfies Domain
