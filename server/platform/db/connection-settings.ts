/**
 * Fixes the session time zone: comparing dates with times, formatting times and truncating them to days use UTC, whatever the
 * server's time zone is.
 */
export const TIME_ZONE_SETTING = 'TimeZone=UTC'

/** Idle time before the system probes a connection, in milliseconds. The default of Linux is two hours. */
const PROBE_AFTER_MS = 10_000

interface ConnectionSettings {
  connectionString: string
  keepAlive: true
  keepAliveInitialDelayMillis: number
}

/**
 * Options for every PostgreSQL connection: of the pools, the jobs, a replica and dedicated ones. Options in the URL remain in
 * effect.
 */
export function connectionTo(url: string): ConnectionSettings {
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c ${TIME_ZONE_SETTING}`].filter(Boolean)
  address.searchParams.set('options', options.join(' '))
  return { connectionString: address.href, keepAlive: true, keepAliveInitialDelayMillis: PROBE_AFTER_MS }
}
