// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parts of the code that is changed.
import { domains, type Mutation } from './mutation.ts'

export const limits: Mutation[] = [
  {
    rule: 'members upload at most their daily number of memes',
    file: domains('memes/daily-limits.ts'),
    search: '>= memes)',
    replace: '> memes)',
    tests: [domains('admin/admin.api.test.ts')],
  },
  {
    rule: 'members upload at most their daily megabytes',
    file: domains('memes/daily-limits.ts'),
    search: 'if (bytes > 0',
    replace: 'if (bytes < 0',
    tests: [domains('admin/admin.api.test.ts')],
  },
  {
    rule: 'uploads at the same time cannot exceed a member’s quota together',
    file: domains('users/queries.ts'),
    search: "where('id', '=', userId).forNoKeyUpdate()",
    replace: "where('id', '=', userId)",
    tests: [domains('memes/quotas.api.test.ts')],
  },
  {
    rule: 'uploads at the same time cannot exceed the site’s quota together',
    file: domains('memes/quota.ts'),
    search: 'if (exceeds(used, NEAR, max)) {',
    replace: 'if (max === null) {',
    tests: [domains('memes/quotas.api.test.ts')],
  },
  {
    rule: 'a meme that a moderator removed does not count for its member',
    file: 'server/platform/db/migrations/0399-quotas.sql',
    search: "when ((old.status = 'removed') <> (new.status = 'removed') or old.user_id",
    replace: 'when (old.user_id',
    tests: [domains('memes/quotas.api.test.ts')],
  },
  {
    rule: 'a removed meme keeps its original as evidence',
    file: domains('memes/delete-originals-queries.ts'),
    search: " and ${isLive('m')}",
    replace: '',
    tests: [domains('memes/delete-originals.api.test.ts')],
  },
  {
    rule: 'an animation keeps its original',
    file: domains('memes/delete-originals-queries.ts'),
    search: ' and not m.animated',
    replace: '',
    tests: [domains('memes/delete-originals.api.test.ts')],
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
    file: domains('auth/throttle/rules.ts'),
    search: 'accountFromNetwork: { free: 5,',
    replace: 'accountFromNetwork: { free: 8,',
    tests: [domains('auth/throttle/throttle.api.test.ts'), domains('auth/throttle/rules.test.ts')],
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

export const optimism: Mutation[] = [
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

export const caches: Mutation[] = [
  {
    rule: 'no cache stores a member’s answer',
    file: 'server/platform/http/private-responses.ts',
    search: 'request.headers.authorization !== undefined ||',
    replace: 'request.headers.authorization === null ||',
    tests: ['server/platform/http/private-responses.api.test.ts'],
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

export const lists: Mutation[] = [
  {
    rule: 'a page that the visibility filter shortened is filled up',
    file: domains('memes/lists/list-memes.ts'),
    search: 'if (!hasNext || memes.length === limit) break',
    replace: 'if (hasNext || memes.length === limit) break',
    tests: [domains('memes/lists/list-memes.api.test.ts')],
  },
  {
    rule: 'a page asks its source a limited number of times',
    file: domains('memes/lists/list-memes.ts'),
    search: 'const REFILLS_MAX = 4',
    replace: 'const REFILLS_MAX = 5',
    tests: [domains('memes/lists/list-memes.api.test.ts')],
  },
]

export const texts: Mutation[] = [
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

export const ranking: Mutation[] = [
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
  {
    rule: 'a picture that resembles two well-known templates has the name of neither',
    file: domains('search/known-templates/known-pictures.ts'),
    search: 'best.likeness - next >= lead',
    replace: 'best.likeness >= lead',
    tests: [domains('search/known-templates/known-templates.test.ts')],
  },
  {
    rule: 'names of well-known templates do not lead to further names',
    file: domains('search/known-templates/check-names.ts'),
    search: 'if (isMainName && othersOfOwner.length > 0)',
    replace: 'if (isMainName && othersOfOwner.length > 100)',
    tests: [domains('search/known-templates/pack-format.test.ts')],
  },
  {
    rule: 'corrected words have no other readings',
    file: domains('search/indexing/text-queries.ts'),
    search: 'corrections > 0 ?',
    replace: 'corrections < 0 ?',
    tests: [domains('search/indexing/corrections.api.test.ts')],
  },
]
