import type http from 'node:http'
import { guardedRequest, type IsAllowed, LinkError, parseLink } from './guarded-request.ts'
import { isPublicAddress } from './public-address.ts'

const REDIRECTS_MAX = 5
const TIME_LIMIT_MS = 10_000

export interface FetchLinkOptions {
  maxBytes: number
  /** Which IP addresses and ports are allowed; default: the public internet. */
  isAllowed?: IsAllowed
}

/**
 * Fetches an http or https URL, at most `maxBytes`, within 10 s. Checks the IP address of each hop when connecting, so that
 * neither redirects nor DNS rebinding reach a private network. Throws LinkError.
 */
export async function fetchLink(link: string, options: FetchLinkOptions): Promise<Buffer> {
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS)
  let url = parseLink(link)
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const isAllowed = options.isAllowed ?? isPublicAddress
    const answer = await guardedRequest(url, { isAllowed, signal: deadline, headers: { accept: 'image/*' } })
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
