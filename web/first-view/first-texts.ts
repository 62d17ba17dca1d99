/** The texts that the first view paints, as `file.key` in web/locales. The build collects them; the server puts them in the page. */
/** The server puts these into the top bar of the document. */
export const BAR_TEXTS = [
  'common.login',
  'common.register',
  'common.nav.main',
  'common.nav.upload',
  'common.nav.myMemes',
  'common.nav.explore',
  'common.search.label',
] as const
export const LOGIN_TEXTS = [
  'account.login.title',
  'account.login.lead',
  'account.login.forgot',
  'account.email',
  'account.password',
  'account.provider.or',
  'common.login',
] as const
export const HOME_TEXTS = ['feed.welcome.text'] as const
export const SEARCH_TEXTS = ['search.back', 'search.title'] as const
export const TRENDING_TEXTS = [
  'trending.memes.title',
  'trending.memes.lead',
  'trending.users.title',
  'trending.users.lead',
  'trending.frames.day',
  'trending.frames.week',
  'trending.frames.month',
] as const
