import type { Domain } from '../domain.ts'
import { forgetRecognition } from './recognition-queries.ts'
import { templateRoutes } from './routes.ts'

export const templates: Domain = {
  routes: templateRoutes,
  onMemeWritten:
    () =>
    (tx, { id }) =>
      forgetRecognition(tx, id),
}
