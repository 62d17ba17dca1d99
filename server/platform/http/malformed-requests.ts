import type { IncomingMessage, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { errorText } from '../errors.ts'
import { languageOf } from '../viewer.ts'

/** The longest segment of an address that routes accept. */
export const SEGMENT_MAX_CHARS = 300
/** Matches no route, so browsers get the page for unknown addresses. */
const UNKNOWN_PAGE = '/unreadable'

/**
 * Replaces an address that the router cannot read, such as `/tag/%E1%BB` of a link that was cut, by that of an unknown page. Only for
 * requests of browsers for pages: programs get an error response.
 */
export function readableUrl({
  url = '/',
  method,
  headers,
}: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string {
  const isPage = (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
  return isPage && !isReadable(url) ? UNKNOWN_PAGE : url
}

function isReadable(url: string): boolean {
  const path = url.replace(/[?#].*$/s, '')
  try {
    return decodeURIComponent(path)
      .split('/')
      .every((segment) => segment.length <= SEGMENT_MAX_CHARS)
  } catch {
    return false
  }
}

const OF_PARSER: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.tooSlow',
  HPE_HEADER_OVERFLOW: 'request.headersTooLarge',
}
const LANGUAGE = /^accept-language:([^\r\n]*)/im

/** Node.js attaches the response in progress to its connection. */
type HttpSocket = Socket & { _httpMessage?: Pick<ServerResponse, 'headersSent'> | null }

/**
 * Sends the error response to a request that is not valid HTTP, and closes the connection. Sends nothing into the body of an earlier
 * response.
 */
export function sendMalformed(error: Error & { code?: string; rawPacket?: unknown }, socket: HttpSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) return void socket.destroy()
  const code = OF_PARSER[error.code ?? ''] ?? 'request.malformed'
  const language = languageOf(LANGUAGE.exec(String(error.rawPacket ?? ''))?.[1]?.trim())
  const body = JSON.stringify({ success: false, message: errorText(code, language), code })
  const status = ERROR_STATUS[code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}
