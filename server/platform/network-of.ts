import ipaddr from 'ipaddr.js'
import { cut } from '#contract/bounded.ts'

/** IPv4-embedded addresses (RFC 6052); the last four bytes are the client's. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const NETWORK_GROUPS = 4
const UNREADABLE_MAX_CHARS = 64

/**
 * Returns an address's network: an IPv4 address (also if IPv6-mapped), or the first 64 bits of an IPv6 address. All spellings
 * of an address give the same text. Returns anything else unchanged but truncated.
 */
export function networkOf(address: string): string {
  const text = withoutPort(address)
  if (!ipaddr.isValid(text)) return cut(text.toLowerCase(), UNREADABLE_MAX_CHARS)
  const parsed = ipaddr.process(text)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  if (parsed.match(TRANSLATED)) return parsed.toByteArray().slice(-4).join('.')
  return parsed.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')
}

/** Removes the port that some proxies add in X-Forwarded-For; otherwise each connection would count as a separate network. */
function withoutPort(address: string): string {
  const match = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(address)
  return match?.[1] ?? match?.[2] ?? address
}
