// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of the code that is changed.
import { domains, type Mutation } from './mutation.ts'

const WHO_SEES = 'test/rules/who-sees-which-meme.api.test.ts'
const STATES = domains('memes/lists/states.ts')
const FILTERS = domains('users/lists/hidden-people.ts')

export const visibility: Mutation[] = [
  {
    rule: 'memes that are hidden, or wait for review, are in no list',
    file: STATES,
    search: "(`${alias}.status`)} = 'ready'$",
    replace: "(`${alias}.status`)} <> 'removed'$",
    tests: [WHO_SEES],
  },
  {
    rule: 'deleted memes are in no list',
    file: STATES,
    search: '  orDeleted ? sql`` : sql`',
    replace: '  orDeleted !== null ? sql`` : sql`',
    tests: [WHO_SEES],
  },
  {
    rule: 'sensitive memes are not shown unprompted',
    file: STATES,
    search: '(not ${sql.ref(`${alias}.sensitive`)})`',
    replace: '(not ${sql.ref(`${alias}.sensitive`)} or true)`',
    tests: [WHO_SEES],
  },
  {
    rule: 'memes of muted people are in no list, and open on their profiles',
    file: FILTERS,
    search: "scope === 'everywhere' ? sql`and reason <> 'mute'`",
    replace: "scope === 'lists' ? sql`and reason <> 'mute'`",
    tests: [domains('users/blocks.api.test.ts'), WHO_SEES],
  },
  {
    rule: 'members who hide sensitive memes see none in lists',
    file: domains('memes/lists/scopes.ts'),
    search: '...(hidesSensitive ? [isNotSensitive()] : []),',
    replace: '...(hidesSensitive ? [] : []),',
    tests: [WHO_SEES],
  },
  {
    rule: 'a block hides both people from each other',
    file: domains('users/hidden-people-queries.ts'),
    search: "${reason === 'block' ? sql`, (",
    replace: "${reason === 'mute' ? sql`, (",
    tests: [domains('users/blocks.api.test.ts')],
  },
  {
    rule: 'private albums open only for their owner',
    file: domains('albums/queries.ts'),
    search: "(a.visibility <> 'private' and",
    replace: "(a.visibility <> 'secret' and",
    tests: [domains('albums/albums.api.test.ts')],
  },
]

export const permissions: Mutation[] = [
  {
    rule: 'a route without a declaration is closed to strangers of a site for members only',
    file: 'server/platform/http/close-to-strangers.ts',
    search: "if (strangers === 'always' || request.is404) return",
    replace: 'if (strangers !== undefined || request.is404) return',
    tests: ['test/rules/members-only.api.test.ts'],
  },
  {
    rule: 'suspended members are strangers on a site for members only',
    file: 'server/platform/http/close-to-strangers.ts',
    search: 'if (member.suspended && !call?.suspendedAllowed)',
    replace: 'if (member.suspended && call?.role)',
    tests: ['test/rules/members-only.api.test.ts'],
  },
  {
    rule: 'shared caches store no response for members only',
    file: 'server/platform/http/close-to-strangers.ts',
    search: 'if (request.isForMembers) makePrivate(reply)',
    replace: 'if (request.is404) makePrivate(reply)',
    tests: ['test/rules/members-only.api.test.ts'],
  },
  {
    rule: 'moderators cannot act on themselves',
    file: domains('moderation/require-power.ts'),
    search: 'if (by === concerned)',
    replace: 'if (by === concerned && by === null)',
    tests: [domains('moderation/power.api.test.ts')],
  },
  {
    rule: 'a moderator cannot act on another moderator',
    file: domains('moderation/require-power.ts'),
    search: '|| hasPowerOver(actor.role, other.role)) return',
    replace: '|| !hasPowerOver(actor.role, other.role)) return',
    tests: [domains('moderation/power.api.test.ts')],
  },
  {
    rule: 'the last admin cannot leave',
    file: domains('users/last-admin.ts'),
    search: 'if (!(await hasOtherAdmin(tx, user.id)))',
    replace: 'if (await hasOtherAdmin(tx, user.id))',
    tests: [domains('admin/last-admin.api.test.ts')],
  },
  {
    rule: 'only the owner undoes a deletion',
    file: domains('memes/delete-meme.ts'),
    search: 'if (meme && meme.user_id !== viewer.userId)',
    replace: 'if (meme && meme.user_id === null)',
    tests: ['test/rules/ownership.api.test.ts', domains('memes/own-memes.api.test.ts')],
  },
  {
    rule: 'a member changes only their own albums',
    file: domains('albums/queries.ts'),
    search: "    .where('user_id', '=', userId)\n    .forUpdate()",
    replace: "    .where('user_id', 'is not', null)\n    .forUpdate()",
    tests: ['test/rules/ownership.api.test.ts'],
  },
  {
    rule: 'blocked people cannot follow',
    file: domains('follows/change-follow.ts'),
    search: 'if (await isEitherBlocked(',
    replace: 'if (!viewer && await isEitherBlocked(',
    tests: [domains('users/blocks.api.test.ts'), 'test/rules/blocked-people.api.test.ts'],
  },
  {
    rule: 'nothing irreversible happens without a fresh proof',
    file: domains('auth/proof/fresh-proof.ts'),
    search: '< FRESH_PROOF_SECONDS * 1000',
    replace: '< FRESH_PROOF_SECONDS * 1000_000_000',
    tests: [domains('auth/proof/fresh-proof.api.test.ts')],
  },
  {
    rule: 'an access token has only its scopes',
    file: domains('auth/access-tokens/access-tokens.ts'),
    search: '    scopes: found.scopes,',
    replace: '    scopes: [...TOKEN_SCOPES],',
    tests: ['test/rules/permissions.api.test.ts'],
  },
]

export const sessions: Mutation[] = [
  {
    rule: 'an ended session no longer authenticates',
    file: 'server/domains/users/lists/live-sessions.ts',
    search: '.revoked_at`)} is null and',
    replace: '.created_at`)} is not null and',
    tests: [domains('auth/sessions/sessions.api.test.ts'), domains('auth/sessions/sign-out.api.test.ts')],
  },
  {
    rule: 'an idle session ends',
    file: 'server/domains/users/lists/live-sessions.ts',
    search: 'make_interval(days => ${SESSION_IDLE_DAYS})',
    replace: 'make_interval(days => 10 * ${SESSION_IDLE_DAYS})',
    tests: [domains('auth/sessions/sessions.api.test.ts')],
  },
  {
    rule: 'a new password ends the other sessions',
    file: domains('auth/end-sign-ins.ts'),
    search: '  await revokeOtherSessions(tx, user.id, how.exceptSessionId)',
    replace: "  if (how.exceptSessionId === '') await revokeOtherSessions(tx, user.id, how.exceptSessionId)",
    tests: [domains('auth/surviving-access.api.test.ts')],
  },
  {
    rule: 'a new password invalidates earlier codes',
    file: domains('auth/end-sign-ins.ts'),
    search: "    await consumeCodes(tx, user.email, 'reset-password')",
    replace: "    if (user.id === '') await consumeCodes(tx, user.email, 'reset-password')",
    tests: [domains('auth/surviving-access.api.test.ts')],
  },
  {
    rule: 'a code of an authenticator is accepted once',
    file: domains('auth/second-factor/rules.ts'),
    search: 'step > lastStep ? step : null',
    replace: 'step >= lastStep ? step : null',
    tests: [domains('auth/second-factor/second-factor.api.test.ts')],
  },
]
