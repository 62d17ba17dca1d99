/** Dates that are compared with times, and times that are shown or cut to days, mean UTC whatever the server's time zone is. */
export const TIME_ZONE_SETTING = 'TimeZone=UTC'

/**
 * What each connection to PostgreSQL begins with: the pools', the jobs', a replica's and those of one purpose. Settings that the
 * address brings stay.
 */
export function connectionTo(url: string): { connectionString: string; keepAlive: true } {
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c ${TIME_ZONE_SETTING}`].filter(Boolean)
  address.searchParams.set('options', options.join(' '))
  return { connectionString: address.href, keepAlive: true }
}
