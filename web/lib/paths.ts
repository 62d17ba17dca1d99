const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString()
  return search ? `${path}?${search}` : path
}

/** Every address of the web client. Screens are registered in web/app/router.tsx. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  account: (tab?: string) => withQuery('/account', { tab }),
  verifyEmail: (email?: string) => withQuery('/verify-email', { email }),
  unsubscribe: '/unsubscribe',
  search: (text: string) => withQuery('/', { search: text }),
  meme: (id: string) => withQuery('/', { view: id }),
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  dataDeletionGuide: '/data-deletion-guide',
  myMemes: '/my-meme',
  trending: (query: { time?: string; view?: string } = {}) => withQuery('/trending', query),
  trendingUsers: (query: { time?: string } = {}) => withQuery('/trending-users', query),
  bulkUpload: '/bulk-upload',
  bulkProgress: (uploadId: string) => `/bulk-upload/${encodeURIComponent(uploadId)}`,
  user: (username: string) => `/user/${encodeURIComponent(username)}`,
  /** Spelled so on purpose: the address is part of the product's specification. */
  serverError: '/sever-error',
} as const
