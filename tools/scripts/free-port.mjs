import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports (from 32,768 on Linux, 49,152 elsewhere). */
const [FIRST, END] = [20_000, 32_000]
const TRIES = 50

/**
 * Returns a free port of the loopback address. Not an ephemeral one, which any outgoing connection could take before the server
 * listens.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port was found between ${FIRST} and ${END}`)
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
