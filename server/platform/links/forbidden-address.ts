import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { withTimeout } from '../with-timeout.ts'
import type { IsAllowed } from './guarded-request.ts'

const TIME_LIMIT_MS = 2000
/** Names that no public network has (RFC 6761, 6762, 8375 and what routers and companies use). */
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
 * Whether an http or https address leads to where the server must not connect to, so that it is refused before anything is sent
 * there; what a name means later is checked when connecting. Members' addresses are looked up only if their names are internal
 * by their spelling, so that nobody learns which names there are inside; an admin's always.
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

/** A name without a dot, or below a domain that is not public. */
function isInternalName(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.length < 2 || INTERNAL.has(labels.at(-1) ?? '') || labels.slice(-2).join('.') === 'home.arpa'
}
