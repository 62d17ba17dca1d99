import { lookup as resolveName } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const REDIRECTS_MAX = 5
const TIME_LIMIT_MS = 10_000

/** Why a link was not followed: `forbidden` refers to the address, or a name without one, `unreachable` to the response. */
export class LinkError extends Error {
  override name = 'LinkError'
  readonly code: 'image.linkForbidden' | 'image.linkUnreachable'
  constructor(code: LinkError['code'], message: string) {
    super(message)
    this.code = code
  }
}

type IsAllowed = (address: string, port: number) => boolean

export interface FetchLinkOptions {
  maxBytes: number
  /** Which IP addresses and ports are allowed; default: the public internet. */
  isAllowed?: IsAllowed
}

/**
 * Fetches an http or https URL, at most `maxBytes`, within 10 s. The IP address of each hop is checked when connecting, so that
 * neither a redirect nor DNS rebinding leads into a private network. Throws LinkError.
 */
export async function fetchLink(link: string, options: FetchLinkOptions): Promise<Buffer> {
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS)
  let url = parseLink(link)
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const answer = await request(url, options.isAllowed ?? isPublicAddress, deadline)
    const location = answer.headers.location
    const status = answer.statusCode ?? 0
    if (status >= 300 && status < 400 && location) {
      answer.destroy()
      if (!URL.canParse(location, url.href)) throw new LinkError('image.linkUnreachable', 'a redirect to nowhere')
      url = parseLink(new URL(location, url).toString())
      continue
    }
    if (status !== 200) {
      answer.destroy()
      throw new LinkError('image.linkUnreachable', `status ${status}`)
    }
    return readBounded(answer, options.maxBytes)
  }
  throw new LinkError('image.linkUnreachable', 'too many redirects')
}

function parseLink(link: string): URL {
  if (!URL.canParse(link)) throw new LinkError('image.linkForbidden', 'not an address')
  const url = new URL(link)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new LinkError('image.linkForbidden', `protocol ${url.protocol}`)
  if (url.username || url.password) throw new LinkError('image.linkForbidden', 'an address with a password')
  return url
}

function request(url: URL, isAllowed: IsAllowed, signal: AbortSignal): Promise<http.IncomingMessage> {
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
    const sent = client.get(
      url,
      { lookup, signal, agent: false, headers: { accept: 'image/*', 'user-agent': 'Memeroom' } },
      resolve,
    )
    sent.on('error', (error) =>
      reject(error instanceof LinkError ? error : new LinkError('image.linkUnreachable', error.message)),
    )
  })
}

async function readBounded(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new LinkError('image.linkUnreachable', 'too large')
      chunks.push(chunk)
    }
  } catch (error) {
    answer.destroy()
    throw error instanceof LinkError ? error : new LinkError('image.linkUnreachable', String((error as Error).message))
  }
  return Buffer.concat(chunks)
}
