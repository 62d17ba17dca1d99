import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import http from 'node:http'

/** One POST as received by a push service. */
interface PostedPush {
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface PushService {
  base: string
  posted: PostedPush[]
  /** The response status; undefined: it does not respond. */
  status: number | undefined
  close(): void
}

/** A local push service (RFC 8030), which accepts everything by default. */
export async function startPushService(): Promise<PushService> {
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    service.posted.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    if (service.status !== undefined)
      response.writeHead(service.status, { location: `${service.base}/elsewhere` }).end('body')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: PushService = {
    base: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    posted: [],
    status: 201,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}

/** The keys of a browser, and a function that decrypts messages. */
export function createPushBrowser() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    /** Decrypts a message of one record (RFC 8188 and 8291). Throws if it is not for this browser. */
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const idLength = body[20] ?? 0
      const sender = body.subarray(21, 21 + idLength)
      const sealed = body.subarray(21 + idLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
      const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const cipher = createDecipheriv('aes-128-gcm', key, nonce)
      cipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      // A 2 delimits the last record, followed by padding.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}
