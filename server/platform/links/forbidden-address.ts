import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { withTimeout } from '../with-timeout.ts'
import type { IsAllowed } from './guarded-request.ts'

const TIME_LIMIT_MS = 2000
/** Names that no public network uses (RFC 6761, 6762, 8375, and names common in routers and companies). */
const INTERNAL = new Set([
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
])

/**
 * Returns true if the server must not connect to an http or https address, so that it can be rejected before sending anything. Later
 * name resolutions are checked when connecting. Looks up a member's address only if its name is internal by its spelling, so
 * that members cannot discover internal names; looks up an admin's always.
 */
export async function isForbiddenAddress(
  url: string,
  isAllowed: IsAllowed,
  { from }: { from: 'member' | 'admin' },
): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const mayGo = (address: string) => isAllowed(address, Number(port) || (protocol === 'https:' ? 443 : 80))
  if (isIP(host) !== 0) return !mayGo(host)
  const isInternal = isInternalName(host)
  if (!isInternal && from === 'member') return false
  const found = await withTimeout(TIME_LIMIT_MS, lookup(host, { all: true }), 'no answer').catch(() => [])
  return found.length === 0 ? isInternal : !found.every(({ address }) => mayGo(address))
}

/** Returns true if a name has no dot, or is below a non-public domain. */
function isInternalName(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.length < 2 || INTERNAL.has(labels.at(-1) ?? '') || labels.slice(-2).join('.') === 'home.arpa'
}
