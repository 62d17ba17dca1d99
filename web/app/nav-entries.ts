import {
  BellRing,
  CircleUserRound,
  History,
  Images,
  Layers,
  Layers2,
  ShieldCheck,
  SlidersHorizontal,
  TrendingUp,
  Users,
  WandSparkles,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { paths } from '../lib/paths.ts'

export interface NavEntry {
  path: string
  /** A key of common.json, written as `common.nav.…`. */
  labelKey: string
  Icon: ComponentType<{ size?: number }>
  membersOnly?: boolean
  /** Restricts the entry to members with one of these roles. */
  roles?: readonly string[]
}

/** Entries of the Explore menu, top to bottom. Add new screens here together with their route. */
export const exploreEntries: readonly NavEntry[] = [
  { path: paths.trending(), labelKey: 'common.nav.trending', Icon: TrendingUp },
  { path: paths.trendingUsers(), labelKey: 'common.nav.trendingUsers', Icon: Users },
  { path: paths.templates, labelKey: 'common.nav.templates', Icon: Layers2 },
  { path: paths.create(), labelKey: 'common.nav.create', Icon: WandSparkles },
  { path: paths.bulkUpload, labelKey: 'common.nav.bulkUpload', Icon: Layers, membersOnly: true },
]

/** Top bar buttons for members, next to Upload. */
export const memberEntries: readonly NavEntry[] = [
  { path: paths.myMemes, labelKey: 'common.nav.myMemes', Icon: Images },
]

/** Entries of the account menu, above Log out. */
export const accountEntries: readonly NavEntry[] = [
  { path: paths.history(), labelKey: 'common.nav.history', Icon: History },
  { path: paths.savedSearches, labelKey: 'common.nav.savedSearches', Icon: BellRing },
  { path: paths.account(), labelKey: 'common.nav.myAccount', Icon: CircleUserRound },
  { path: paths.moderation, labelKey: 'common.nav.moderation', Icon: ShieldCheck, roles: ['moderator', 'admin'] },
  { path: paths.admin, labelKey: 'common.nav.admin', Icon: SlidersHorizontal, roles: ['admin'] },
]

/** Footer links. The link to the rules is only shown if there are any. */
export const footerEntries: readonly Omit<NavEntry, 'Icon'>[] = [
  { path: paths.about, labelKey: 'common.nav.about' },
  { path: paths.rules, labelKey: 'common.nav.rules' },
  { path: paths.privacyPolicy, labelKey: 'common.nav.privacy' },
  { path: paths.termsOfService, labelKey: 'common.nav.terms' },
  { path: paths.dataDeletionGuide, labelKey: 'common.nav.deletion' },
]
