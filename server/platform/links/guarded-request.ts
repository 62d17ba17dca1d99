import { lookup as resolveName } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

/** Why a link was not followed: `forbidden` means the address, or a name without one; `unreachable` means the response. */
export class LinkError extends Error {
  override name = 'LinkError'
  readonly code: 'image.linkForbidden' | 'image.linkUnreachable'
  constructor(code: LinkError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Which IP addresses and ports are allowed for connections. */
export type IsAllowed = (address: string, port: number) => boolean

/** Parses a link. Throws LinkError unless it is an http or https address without credentials. */
export function parseLink(link: string): URL {
  if (!URL.canParse(link)) throw new LinkError('image.linkForbidden', 'not an address')
  const url = new URL(link)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new LinkError('image.linkForbidden', `protocol ${url.protocol}`)
  if (url.username || url.password) throw new LinkError('image.linkForbidden', 'address contains a password')
  return url
}

interface GuardedOptions {
  isAllowed: IsAllowed
  signal: AbortSignal
  headers?: Record<string, string>
  /** Makes the request a POST with this body; without it, a GET. */
  body?: string | Buffer
}

/**
 * Sends one request without following redirects, to an IP address that is checked when connecting. Resolves once the response
 * headers arrive; throws LinkError.
 */
export function guardedRequest(url: URL, options: GuardedOptions): Promise<http.IncomingMessage> {
  const { isAllowed, signal, body } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  // A literal IP address bypasses the lookup.
  if (isIP(host) && !isAllowed(host, port)) throw new LinkError('image.linkForbidden', host)
  const lookup: LookupFunction = (name, lookupOptions, callback) => {
    resolveName(name, { ...lookupOptions, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : []
      const [first] = addresses
      // Unknown names and names of private networks fail in the same way, so that errors do not reveal internal names.
      if (error || !first || !addresses.every(({ address }) => isAllowed(address, port))) {
        return callback(new LinkError('image.linkForbidden', name) as NodeJS.ErrnoException, '', 4)
      }
      return lookupOptions.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }
  const client = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'Memeroom', ...options.headers }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = client.request(url, { method, lookup, signal, agent: false, headers }, resolve)
    sent.on('error', (error) =>
      reject(error instanceof LinkError ? error : new LinkError('image.linkUnreachable', error.message)),
    )
    sent.end(body)
  })
}
