import { expect, test } from 'vitest'
import { SECURITY_EVENTS } from '#contract/auth/security-log.ts'
import { TOKEN_SCOPES } from '#contract/auth/tokens.ts'
import { FEED_REASONS } from '#contract/memes/feed.ts'
import { SENSITIVE_BY } from '#contract/memes/memes.ts'
import { NOT_INTERESTED_KINDS } from '#contract/memes/not-interested.ts'
import { REPORT_REASONS } from '#contract/moderation/moderation.ts'
import { NOTIFICATION_KINDS } from '#contract/notifications/notifications.ts'
import { DELIVERY_PROBLEMS, DELIVERY_STATES, DISABLED_BECAUSE } from '#contract/notifications/webhooks.ts'
import { ROLES } from '#contract/people/roles.ts'
import { SENSITIVE_CONTENT } from '#contract/people/users.ts'
import { readCatalog } from '#server/platform/texts/catalog.ts'

const keys = [...readCatalog('web/locales/en').values()].map(({ file, key }) => `${file}.${key}`)

test.each<[string, readonly string[]]>([
  ['account.hidden.kind', NOT_INTERESTED_KINDS],
  ['account.preferences.kind', NOTIFICATION_KINDS],
  ['account.preferences.sensitiveContent', SENSITIVE_CONTENT],
  ['account.security.events', SECURITY_EVENTS],
  ['admin.role', ROLES],
  ['common.theme', ['light', 'dark', 'auto', 'label']],
  ['feed.why', [...FEED_REASONS, 'title']],
  ['memes.sensitiveBy', SENSITIVE_BY],
  ['report.reason', REPORT_REASONS],
  ['tokens.scope', TOKEN_SCOPES],
  ['webhooks.disabled', DISABLED_BECAUSE],
  ['webhooks.problem', DELIVERY_PROBLEMS],
  ['webhooks.state', DELIVERY_STATES],
])('%s has a text for each value, and no other', (name, values) => {
  const found = keys.filter((key) => key.startsWith(`${name}.`)).map((key) => key.slice(name.length + 1))
  expect(found.toSorted()).toEqual([...values].sort())
})
