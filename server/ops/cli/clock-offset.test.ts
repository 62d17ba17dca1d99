import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { clockOffset } from './clock-offset.ts'

const TO_UNIX_S = 2_208_988_800

/** A time server with a clock that is this far ahead, or that sends only `bytes` bytes. */
async function timeServer(aheadS: number, bytes = 48) {
  const socket = createSocket('udp4')
  socket.on('message', (_, client) => {
    const answer = Buffer.alloc(bytes)
    if (bytes === 48) answer.writeUInt32BE(Math.floor(Date.now() / 1000) + aheadS + TO_UNIX_S, 40)
    socket.send(answer, client.port, client.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { host: '127.0.0.1', port: socket.address().port }
}

test.each([600, -600, 0])('a time server that is %s s ahead', async (aheadS) => {
  const offset = await clockOffset(await timeServer(aheadS))
  // The server rounds down to seconds.
  expect(Math.abs(offset / 1000 + aheadS)).toBeLessThan(30)
})

test('a wrong answer is an error', async () => {
  await expect(clockOffset(await timeServer(0, 10))).rejects.toThrow('incomplete response')
})
