import { NetworkError } from './api-error.ts'
import { CACHED_HEADER } from './cached-header.ts'
import { type PrefetchedResponse, takePrefetched } from './prefetched-response.ts'

export interface Outgoing {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | Blob | undefined
  signal: AbortSignal | undefined
  /** The request continues after the page unloads. */
  keepalive?: boolean | undefined
  /** Called with the share of the body sent, 0 to 1. */
  onProgress: ((share: number) => void) | undefined
}

export interface Incoming {
  status: number
  retryAfter: string | null
  /**
   * True if the response is older than the request: prefetched by the page before the application started, or served from the
   * service worker's cache while offline.
   */
  isEarly: boolean
  blob: () => Promise<Blob>
  text: () => Promise<string>
  /** The body as it arrives; null if the transport does not support streaming. */
  stream: () => ReadableStream<Uint8Array> | null
}

/** Sends one request. Rejects with NetworkError if no response arrived, with AbortError if the caller aborted. */
export function send(request: Outgoing): Promise<Incoming> {
  // Only XMLHttpRequest reports upload progress.
  return request.onProgress ? sendByXhr(request) : sendByFetch(request)
}

async function sendByFetch(request: Outgoing): Promise<Incoming> {
  const { method, url, headers, body, signal, keepalive } = request
  const failed = (error: unknown) => {
    if (signal?.aborted) throw new DOMException('Aborted', 'AbortError')
    throw new NetworkError('No connection', { cause: error })
  }
  const early = await takePrefetched(request)?.catch(failed)
  if (early) return asIncoming(early)
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  }).catch(failed)
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    isEarly: response.headers.has(CACHED_HEADER),
    blob: () => response.blob().catch(failed),
    text: () => response.text().catch(failed),
    stream: () => response.body,
  }
}

const asIncoming = ({ status, retryAfter, text }: PrefetchedResponse): Incoming => ({
  status,
  retryAfter,
  isEarly: true,
  text: async () => text,
  blob: async () => new Blob([text]),
  stream: () => null,
})

function sendByXhr({ method, url, headers, body, signal, onProgress }: Outgoing): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const aborted = () => reject(new DOMException('Aborted', 'AbortError'))
    const abort = () => xhr.abort()
    if (signal?.aborted) return aborted()
    signal?.addEventListener('abort', abort, { once: true })
    xhr.open(method, url)
    xhr.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total)
    }
    xhr.onabort = aborted
    xhr.onerror = () => reject(new NetworkError('No connection'))
    xhr.onloadend = () => signal?.removeEventListener('abort', abort)
    xhr.onload = () => {
      const answer = xhr.response as Blob
      resolve({
        status: xhr.status,
        retryAfter: xhr.getResponseHeader('retry-after'),
        isEarly: false,
        blob: async () => answer,
        text: () => answer.text(),
        stream: () => null,
      })
    }
    xhr.send(body ?? null)
  })
}
