// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of the code that is changed.
/** One way to break a rule: `search` occurs exactly once in `file`. */
export interface Mutation {
  rule: string
  file: string
  search: string
  replace: string
  /** The test files that must fail. */
  tests: string[]
}

const domains = (path: string) => `server/domains/${path}`
const WHO_SEES = 'test/rules/who-sees-which-meme.api.test.ts'
const STATES = domains('memes/lists/states.ts')
const FILTERS = 'server/platform/db/viewer-filter-queries.ts'

const visibility: Mutation[] = [
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
    tests: [WHO_SEES, domains('memes/sensitive.api.test.ts')],
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

const limits: Mutation[] = [
  {
    rule: 'members upload at most their daily number of memes',
    file: domains('memes/check-upload-limits.ts'),
    search: '>= limit)',
    replace: '> limit)',
    tests: [domains('admin/admin.api.test.ts')],
  },
  {
    rule: 'members upload at most their daily megabytes',
    file: domains('memes/check-upload-limits.ts'),
    search: "user.role === 'admin' ? 0 : settings.megabytesPerDay",
    replace: "user.role !== 'admin' ? 0 : settings.megabytesPerDay",
    tests: [domains('admin/admin.api.test.ts')],
  },
  {
    rule: 'a member has a limited number of albums',
    file: domains('albums/queries.ts'),
    search: 'from albums where user_id = ${album.userId} having count(*) < ${max}',
    replace: 'from albums where user_id = ${album.userId} having count(*) <= ${max}',
    tests: [domains('albums/albums.api.test.ts')],
  },
  {
    rule: 'a member has a limited number of access tokens',
    file: domains('auth/access-tokens/access-tokens.ts'),
    search: '>= ACCESS_TOKENS_MAX',
    replace: '> ACCESS_TOKENS_MAX',
    tests: [domains('auth/access-tokens/access-tokens.api.test.ts')],
  },
  {
    rule: 'wrong passwords from one network are throttled',
    file: domains('auth/rules.ts'),
    search: 'accountFromNetwork: { free: 5,',
    replace: 'accountFromNetwork: { free: 8,',
    tests: [domains('auth/throttle/throttle.api.test.ts'), domains('auth/rules.test.ts')],
  },
  {
    rule: 'wrong codes are limited over all clients',
    file: domains('auth/rules.ts'),
    search: 'CODE_MAX_ATTEMPTS_IN_ALL - code.attempts',
    replace: 'CODE_MAX_ATTEMPTS_IN_ALL + code.attempts',
    tests: [domains('auth/registration/registration-codes.api.test.ts')],
  },
  {
    rule: 'the busiest network loses its oldest registration',
    file: domains('auth/rules.ts'),
    search: 'counts.get(network_key) === most',
    replace: 'counts.get(network_key) !== most',
    tests: [domains('auth/registration/registration-codes.api.test.ts')],
  },
  {
    rule: 'IPv6 clients are limited by their network',
    file: 'server/platform/network-of.ts',
    search: 'const NETWORK_GROUPS = 4',
    replace: 'const NETWORK_GROUPS = 8',
    tests: ['server/platform/network-of.test.ts'],
  },
]

const permissions: Mutation[] = [
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
    replace: '    scopes: [...SCOPES],',
    tests: [domains('auth/access-tokens/access-tokens.api.test.ts')],
  },
]

const optimism: Mutation[] = [
  {
    rule: 'a refused change is reverted',
    file: 'web/entities/optimistic-value.ts',
    search: 'wanted: isNewer(state) ? state.wanted : state.confirmed,',
    replace: 'wanted: state.wanted,',
    tests: ['web/entities/optimistic-value.test.ts'],
  },
  {
    rule: 'the newest value stays when an older one is confirmed',
    file: 'web/entities/optimistic-value.ts',
    search: 'wanted: isNewer(state) ? state.wanted : value,',
    replace: 'wanted: value,',
    tests: ['web/entities/optimistic-value.test.ts'],
  },
  {
    rule: 'only one request runs for a value',
    file: 'web/entities/optimistic-value.ts',
    search: '  state.sent === null && state.wanted !== state.confirmed',
    replace: '  state.wanted !== state.confirmed',
    tests: ['web/entities/optimistic-value.test.ts'],
  },
]

const caches: Mutation[] = [
  {
    rule: 'no cache stores a member’s answer',
    file: 'server/platform/http/private-answers.ts',
    search: 'request.headers.authorization !== undefined ||',
    replace: 'request.headers.authorization === null ||',
    tests: ['server/platform/http/private-answers.api.test.ts'],
  },
  {
    rule: 'a value that was read before a change is not cached after it',
    file: 'server/platform/cache/cache.ts',
    search: 'freshMs > 0 && readIn === era && isOn()',
    replace: 'freshMs > 0 && isOn()',
    tests: ['server/platform/cache/cache.test.ts'],
  },
  {
    rule: 'a cache that cannot receive changes answers nothing',
    file: 'server/platform/cache/cache.ts',
    search: 'const entry = isOn() ? entries.get(key) : undefined',
    replace: 'const entry = entries.get(key)',
    tests: ['server/platform/cache/cache.test.ts'],
  },
  {
    rule: 'concurrent requests share one read',
    file: 'server/platform/cache/cache.ts',
    search: 'if (running) return running',
    replace: 'if (running && era < 0) return running',
    tests: ['server/platform/cache/cache.test.ts'],
  },
  {
    rule: 'weak entity tags from a proxy match',
    file: 'server/platform/http/entity-tags.ts',
    search: "one.replace(/^W\\//, '')",
    replace: "one.replace(/^X\\//, '')",
    tests: ['server/platform/http/entity-tags.api.test.ts'],
  },
]

const texts: Mutation[] = [
  {
    rule: 'texts are limited in characters',
    file: 'contract/primitives.ts',
    search: 'lengthOf(value) <= max, above]',
    replace: 'lengthOf(value) <= max + 1, above]',
    tests: ['contract/astral-texts.test.ts', 'contract/fields.test.ts'],
  },
  {
    rule: 'texts that the database cannot store are refused',
    file: 'contract/primitives.ts',
    search: "!value.includes('\\0') &&",
    replace: "!value.includes('\\0\\0') &&",
    tests: ['contract/fields.test.ts', 'test/rules/hostile-input.api.test.ts'],
  },
  {
    rule: 'a meme has a limited number of tags',
    file: domains('memes/rules.ts'),
    search: 'tags.size === TAGS_PER_MEME_MAX',
    replace: 'tags.size > TAGS_PER_MEME_MAX',
    tests: [domains('memes/rules.test.ts')],
  },
]

const sessions: Mutation[] = [
  {
    rule: 'an ended session no longer authenticates',
    file: 'server/platform/db/live-sessions-queries.ts',
    search: '.revoked_at`)} is null and',
    replace: '.created_at`)} is not null and',
    tests: [domains('auth/sessions/sessions.api.test.ts'), domains('auth/sessions/sign-out.api.test.ts')],
  },
  {
    rule: 'an idle session ends',
    file: 'server/platform/db/live-sessions-queries.ts',
    search: 'make_interval(days => ${SESSION_IDLE_DAYS})',
    replace: 'make_interval(days => 10 * ${SESSION_IDLE_DAYS})',
    tests: [domains('auth/sessions/idle-sessions.api.test.ts')],
  },
  {
    rule: 'a new password ends the other sessions',
    file: domains('auth/end-sign-ins.ts'),
    search: '  await revokeOtherSessions(tx, user.id, how.keptSessionId)',
    replace: "  if (how.keptSessionId === '') await revokeOtherSessions(tx, user.id, how.keptSessionId)",
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

const ranking: Mutation[] = [
  {
    rule: 'many votes from one network have little weight',
    file: domains('actions/rules.ts'),
    search: 'vote.earlierFromAddress) + 1) ** 2',
    replace: 'vote.earlierFromAddress) + 1) ** 1',
    tests: [domains('actions/votes.test.ts')],
  },
  {
    rule: 'votes on own memes have no weight',
    file: domains('actions/rules.ts'),
    search: 'if (vote.isOwn) return NO_WEIGHT',
    replace: 'if (vote.isOwn && vote.isYoung) return NO_WEIGHT',
    tests: [domains('actions/votes.test.ts')],
  },
  {
    rule: 'the feed shows seen memes last',
    file: domains('feed/rules.ts'),
    search: 'if (candidate.isSeen) return 3',
    replace: 'if (candidate.isSeen) return 0',
    tests: [domains('feed/rules.test.ts')],
  },
  {
    rule: 'newer memes rank as fresher',
    file: domains('feed/rules.ts'),
    search: '2 ** (-days / FRESH_HALF_LIFE_DAYS)',
    replace: '2 ** (days / FRESH_HALF_LIFE_DAYS)',
    tests: [domains('feed/rules.test.ts')],
  },
  {
    rule: 'a repeated like is taken back',
    file: domains('actions/rules.ts'),
    search: 'return current === action ? null : current',
    replace: 'return current',
    tests: [domains('actions/rules.test.ts')],
  },
]

export const MUTATIONS: Mutation[] = [
  ...visibility,
  ...limits,
  ...permissions,
  ...optimism,
  ...caches,
  ...texts,
  ...sessions,
  ...ranking,
]
