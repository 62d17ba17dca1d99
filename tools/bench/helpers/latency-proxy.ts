import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Simulates a long connection to a server: each byte takes half a round trip, and opening a connection takes one more round trip.
 * Does not limit the bandwidth.
 * @param url of the server; its scheme is preserved
 * @param roundTripMs there and back
 */
export async function latencyProxy(url: string, roundTripMs: number): Promise<{ url: string; close: () => void }> {
  const { protocol, hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const opened = performance.now() + roundTripMs
    carry(near, far, roundTripMs / 2, opened)
    carry(far, near, roundTripMs / 2, 0)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => [near, far].map((end) => end.destroy()))
      socket.on('close', () => open.delete(socket))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { url: `${protocol}//${hostname}:${(server.address() as AddressInfo).port}`, close }
}

/** Chains the writes, since timers of different lengths that end simultaneously would not preserve the order. */
function carry(from: Socket, to: Socket, delayMs: number, notBefore: number): void {
  let last: Promise<unknown> = Promise.resolve()
  const later = (work: () => void) => {
    const arrived = sleep(Math.max(notBefore - performance.now(), 0) + delayMs)
    last = last.then(() => arrived).then(() => to.destroyed || work())
  }
  from.on('data', (bytes) => later(() => to.write(bytes)))
  from.on('end', () => later(() => to.end()))
}
