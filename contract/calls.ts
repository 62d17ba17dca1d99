import * as auth from './auth/auth.ts'
import * as passkeys from './auth/passkeys.ts'
import * as providers from './auth/providers.ts'
import * as secondFactor from './auth/second-factor.ts'
import * as securityLog from './auth/security-log.ts'
import * as sessions from './auth/sessions.ts'
import * as tokens from './auth/tokens.ts'
import type { CallShape } from './call.ts'
import * as actions from './memes/actions.ts'
import * as albums from './memes/albums.ts'
import * as bulk from './memes/bulk-upload.ts'
import * as feed from './memes/feed.ts'
import * as guestLinks from './memes/guest-links.ts'
import * as history from './memes/history.ts'
import * as memes from './memes/memes.ts'
import * as notInterested from './memes/not-interested.ts'
import * as pictureWords from './memes/picture-words.ts'
import * as savedSearches from './memes/saved-searches.ts'
import * as search from './memes/search.ts'
import * as storage from './memes/storage.ts'
import * as tags from './memes/tags.ts'
import * as trending from './memes/trending.ts'
import * as admin from './moderation/admin.ts'
import * as appeals from './moderation/appeals.ts'
import * as moderation from './moderation/moderation.ts'
import * as wrongWords from './moderation/wrong-words.ts'
import * as notifications from './notifications/notifications.ts'
import * as push from './notifications/push.ts'
import * as webhooks from './notifications/webhooks.ts'
import * as blocks from './people/blocks.ts'
import * as follows from './people/follows.ts'
import * as privacy from './people/privacy.ts'
import * as users from './people/users.ts'
import * as gifKeys from './site/gif-keys.ts'
import * as settings from './site/settings.ts'
import * as site from './site/site.ts'
import * as knownTemplates from './templates/known-templates.ts'
import * as templatePicture from './templates/template-picture.ts'
import * as templates from './templates/templates.ts'

const modules = {
  actions,
  admin,
  albums,
  appeals,
  auth,
  blocks,
  bulk,
  feed,
  follows,
  gifKeys,
  guestLinks,
  history,
  knownTemplates,
  memes,
  moderation,
  notInterested,
  notifications,
  passkeys,
  pictureWords,
  privacy,
  providers,
  push,
  savedSearches,
  search,
  secondFactor,
  securityLog,
  sessions,
  settings,
  site,
  storage,
  tags,
  templatePicture,
  templates,
  tokens,
  trending,
  users,
  webhooks,
  wrongWords,
}
type Modules = typeof modules
type CallsIn<M> = Extract<M[keyof M], CallShape>
type Call = { [M in keyof Modules]: CallsIn<Modules[M]> }[keyof Modules]

/** Every call of the API by method and path. */
export type Calls = { [C in Call as `${C['method']} ${C['path']}`]: C }
export type CallKey = keyof Calls

const isCall = (value: unknown): value is CallShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const named = Object.values(modules)
  .flatMap((module) => Object.entries<unknown>(module))
  .filter((entry): entry is [string, CallShape] => isCall(entry[1]))
const names = new Map(named.map(([name, call]) => [call, name]))

/** The web client uses only the type of it. */
export const calls = Object.fromEntries(named.map(([, call]) => [`${call.method} ${call.path}`, call])) as Calls

/** The export name of a call, used as its operationId in the OpenAPI document. */
export function callName(call: CallShape): string {
  const name = names.get(call)
  if (!name) throw new Error(`${call.method} ${call.path} is exported by no module of the contract`)
  return name
}
