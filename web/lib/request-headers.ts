/**
 * Headers of every API request.
 * @param acceptLanguage see `acceptLanguage`
 */
export const requestHeaders = (acceptLanguage: string, token: string | null): Record<string, string> => ({
  Accept: 'application/json',
  'Accept-Language': acceptLanguage,
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
})
