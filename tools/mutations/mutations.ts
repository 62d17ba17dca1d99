import { permissions, sessions, visibility } from './access-mutations.ts'
import type { Mutation } from './mutation.ts'
import { caches, limits, lists, optimism, ranking, texts } from './other-mutations.ts'
import { singleSignOn } from './single-sign-on-mutations.ts'

export const MUTATIONS: Mutation[] = [
  ...visibility,
  ...limits,
  ...permissions,
  ...optimism,
  ...caches,
  ...lists,
  ...texts,
  ...sessions,
  ...ranking,
  ...singleSignOn,
]
