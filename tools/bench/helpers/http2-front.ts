import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '#test/certificate.ts'

/** An HTTP/2 reverse proxy before the application, like an operator's. Returns its address and a function to close it. */
export async function http2Front(url: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(url)
  const server = createSecureServer(selfSigned(), (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')))
    const { method, url: path } = incoming
    const passed = request({ hostname, port, method, path, headers: { ...headers, host: `${hostname}:${port}` } })
    passed.on('response', (answer) => {
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return { url: `https://127.0.0.1:${address.port}`, close: () => server.close() }
}
