import { isIP } from 'node:net'
import type { IsAllowed } from './guarded-request.ts'

/** Whether an address is a bare IP address that the server must not connect to. Names are checked when they are resolved. */
export function isForbiddenAddress(url: string, isAllowed: IsAllowed): boolean {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isAllowed(host, Number(port) || (protocol === 'https:' ? 443 : 80))
}
