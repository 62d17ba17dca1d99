const RESPONSE_MAX_BYTES = 256 * 1024

/** Like `fetch`, but refuses bodies over 256 KB: a provider's documents, keys, and tokens are far smaller. */
export async function boundedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > RESPONSE_MAX_BYTES) throw new TypeError(`the response exceeds ${RESPONSE_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  const isEmpty = [101, 204, 205, 304].includes(status)
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, statusText, headers })
}
