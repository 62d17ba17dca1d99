import type { Deps } from '#server/platform/deps.ts'
import type { Domain } from '../domain.ts'
import { readSettings } from './read-settings.ts'
import { createSiteBranding } from './site-branding.ts'

export const settings = {
  provides: (deps: Deps) => ({ settings: () => readSettings(deps.db), ...createSiteBranding(deps) }),
} satisfies Domain
