import { Images } from 'lucide-react'
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

/** Top bar buttons for members, next to Upload. */
export const memberEntries: readonly NavEntry[] = [
  { path: paths.myMemes, labelKey: 'common.nav.myMemes', Icon: Images },
]

/** Footer links. The link to the rules is only shown if there are any. */
export const footerEntries: readonly Omit<NavEntry, 'Icon'>[] = [
  { path: paths.about, labelKey: 'common.nav.about' },
  { path: paths.rules, labelKey: 'common.nav.rules' },
  { path: paths.privacyPolicy, labelKey: 'common.nav.privacy' },
  { path: paths.termsOfService, labelKey: 'common.nav.terms' },
  { path: paths.dataDeletionGuide, labelKey: 'common.nav.deletion' },
]
