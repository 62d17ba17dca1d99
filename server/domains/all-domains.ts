import type { Deps } from '#server/platform/deps.ts'
import { actions } from './actions/index.ts'
import { admin } from './admin/index.ts'
import { albums } from './albums/index.ts'
import { auth } from './auth/index.ts'
import { bots } from './bots/index.ts'
import { bulkUpload } from './bulk-upload/index.ts'
import type { Domain } from './domain.ts'
import { feed } from './feed/index.ts'
import { follows } from './follows/index.ts'
import { gifProvider } from './gif-provider/index.ts'
import { mail } from './mail/index.ts'
import { memes } from './memes/index.ts'
import { moderation } from './moderation/index.ts'
import { notifications } from './notifications/index.ts'
import { privacy } from './privacy/index.ts'
import { savedSearches } from './saved-searches/index.ts'
import { search } from './search/index.ts'
import { securityLog } from './security-log/index.ts'
import { settings } from './settings/index.ts'
import { sharing } from './sharing/index.ts'
import { tags } from './tags/index.ts'
import { templates } from './templates/index.ts'
import { trending } from './trending/index.ts'
import { users } from './users/index.ts'
import { webhooks } from './webhooks/index.ts'

const domains = [
  settings,
  users,
  securityLog,
  mail,
  notifications,
  auth,
  follows,
  memes,
  bulkUpload,
  actions,
  albums,
  search,
  savedSearches,
  trending,
  templates,
  feed,
  moderation,
  admin,
  webhooks,
  privacy,
  tags,
  sharing,
  bots,
  gifProvider,
] as const satisfies readonly Domain[]

/** All domains, in the order in which their hooks run. */
export const allDomains: readonly Domain[] = domains

type ProvidedBy<D> = D extends { provides(deps: Deps): infer Hooks } ? Hooks : never
type Combined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The hooks that the domains provide, combined. */
export type Provided = Combined<ProvidedBy<(typeof domains)[number]>>
