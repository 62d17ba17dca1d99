import { lookup as resolveName } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

/** Why a link was not followed: `forbidden` refers to the address, or a name without one, `unreachable` to the response. */
export class LinkError extends Error {
  override name = 'LinkError'
  readonly code: 'image.linkForbidden' | 'image.linkUnreachable'
  constructor(code: LinkError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Which IP addresses and ports may be connected to. */
export type IsAllowed = (address: string, port: number) => boolean

/** Throws LinkError for what is no http or https address, or carries a password. */
export function parseLink(link: string): URL {
  if (!URL.canParse(link)) throw new LinkError('image.linkForbidden', 'not an address')
  const url = new URL(link)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new LinkError('image.linkForbidden', `protocol ${url.protocol}`)
  if (url.username || url.password) throw new LinkError('image.linkForbidden', 'an address with a password')
  return url
}

interface GuardedOptions {
  isAllowed: IsAllowed
  signal: AbortSignal
  headers?: Record<string, string>
  /** Sent with POST; without it the request is a GET. */
  body?: string | Buffer
}

/**
 * One request, redirects not followed, to an IP address that is checked when the connection is made. Resolves when the headers
 * of the answer are there; throws LinkError.
 */
export function guardedRequest(url: URL, options: GuardedOptions): Promise<http.IncomingMessage> {
  const { isAllowed, signal, body } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  // A literal IP address does not pass through lookup.
  if (isIP(host) && !isAllowed(host, port)) throw new LinkError('image.linkForbidden', host)
  const lookup: LookupFunction = (name, lookupOptions, callback) => {
    resolveName(name, { ...lookupOptions, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : []
      const [first] = addresses
      // Unknown names and those of private networks fail alike, so that nobody learns which names there are inside.
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
