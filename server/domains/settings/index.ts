import type { Deps } from '#server/platform/deps.ts'
import type { Domain } from '../domain.ts'
import { readSettings } from './read-settings.ts'
import { createSiteFace } from './site-face.ts'

export const settings = {
  provides: (deps: Deps) => ({ settings: () => readSettings(deps.db), ...createSiteFace(deps) }),
} satisfies Domain
