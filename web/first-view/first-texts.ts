import { PAGES } from '#contract/pages.ts'

const TRENDING = [
  'trending.memes.title',
  'trending.memes.lead',
  'trending.users.title',
  'trending.users.lead',
  'trending.frames.day',
  'trending.frames.week',
  'trending.frames.month',
] as const
const SIGN_IN = [
  'account.email',
  'account.password',
  'account.provider.or',
  'account.noMail.signUp',
  'account.noMail.noAdmin',
  'common.backToApp',
  'common.login',
  'common.nav.privacy',
  'common.nav.terms',
] as const

/**
 * The texts that the first view of each page paints, as `file.key` in web/locales. The build collects them; the server puts those of
 * `bar` into the top bar of the document, and the others into the pages.
 */
export const FIRST_TEXTS = {
  bar: [
    'common.login',
    'common.register',
    'common.nav.main',
    'common.nav.upload',
    'common.nav.myMemes',
    'common.nav.explore',
    'common.search.label',
  ],
  [PAGES.home]: ['feed.welcome.text', 'search.back', 'search.title'],
  [PAGES.trending]: TRENDING,
  [PAGES.trendingUsers]: TRENDING,
  [PAGES.tag]: ['tags.title', 'tags.count', 'tags.aliases', 'tags.follow'],
  [PAGES.user]: [
    'users.memesCount',
    'users.followersCount',
    'users.followingCount',
    'users.joined',
    'follows.follow',
    'albums.count',
  ],
  [PAGES.templates]: [
    'templates.title',
    'templates.lead',
    'templates.sort.day',
    'templates.sort.week',
    'templates.sort.all',
    'templates.search',
    'templates.unnamed',
    'templates.count',
  ],
  [PAGES.template]: [
    'templates.unnamed',
    'templates.count',
    'templates.inWeek',
    'templates.since',
    'templates.otherNames',
    'templates.make',
    'templates.memes.popular',
    'templates.memes.newest',
  ],
  [PAGES.create]: [
    'studio.title',
    'studio.start',
    'studio.ownPicture',
    'studio.chooseTemplate',
    'studio.popular',
    'templates.unnamed',
    'templates.count',
  ],
  [PAGES.login]: [
    ...SIGN_IN,
    'account.login.title',
    'account.login.lead',
    'account.membersLead',
    'account.login.forgot',
    'account.login.passkey',
    'account.login.noAccount',
    'account.register.inviteOnly',
    'account.register.closed',
    'account.linking.terms',
    'common.register',
  ],
  [PAGES.register]: [
    ...SIGN_IN,
    'account.register.title',
    'account.register.lead',
    'account.register.inviteOnly',
    'account.register.closed',
    'account.register.usernameHint',
    'account.register.passwordHint',
    'account.register.terms',
    'account.register.submit',
    'account.register.haveAccount',
    'account.username',
    'account.confirmPassword',
  ],
  [PAGES.about]: [
    'legal.about.title',
    'legal.about.contact',
    'legal.about.license',
    'legal.about.source',
    'legal.about.ask',
    'legal.terms.title',
    'legal.privacy.title',
    'common.backToApp',
  ],
} as const

/** A text, without its plural form. */
export type FirstText = (typeof FIRST_TEXTS)[Exclude<keyof typeof FIRST_TEXTS, 'bar'>][number]
