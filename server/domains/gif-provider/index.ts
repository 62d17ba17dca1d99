import type { Domain } from '../domain.ts'
import { gifProviderRoutes } from './routes.ts'

export const gifProvider: Domain = { routes: gifProviderRoutes }
