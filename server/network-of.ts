import ipaddr from 'ipaddr.js'

/** Addresses that a translator makes of IPv4 ones (RFC 6052): the last four bytes are the caller's. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const NETWORK_GROUPS = 4
const UNREADABLE_MAX_CHARS = 64

/**
 * What one household or host owns: an IPv4 address, also where it is written as an IPv6 one, or the first 64 bits of an
 * IPv6 address. All spellings of an address give the same text. What is no address stays as it is, cut to a bound.
 */
export function networkOf(address: string): string {
  const text = withoutPort(address)
  if (!ipaddr.isValid(text)) return text.toLowerCase().slice(0, UNREADABLE_MAX_CHARS)
  const parsed = ipaddr.process(text)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  if (parsed.match(TRANSLATED)) return parsed.toByteArray().slice(-4).join('.')
  return parsed.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')
}

/** Some proxies write the caller's port into X-Forwarded-For; it must not make each connection a network of its own. */
function withoutPort(address: string): string {
  const match = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(address)
  return match?.[1] ?? match?.[2] ?? address
}
