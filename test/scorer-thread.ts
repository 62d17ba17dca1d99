import { parentPort } from 'node:worker_threads'
import type { Asked, FromThread } from '#server/platform/threads/lazy-thread.ts'

// A fake model: the score is the mean brightness of a frame. Black makes it hang, white ends the thread, and nearly white makes
// it fail.
const port = parentPort
const post = (message: FromThread<number>) => port?.postMessage(message)
port?.on('message', ({ id, question: frames }: Asked<Uint8Array[]>) => {
  const means = frames.map((frame) => frame.reduce((sum, value) => sum + value, 0) / frame.length / 255)
  if (means.includes(0)) return
  if (means.includes(1)) process.exit(1)
  post(means.some((mean) => mean > 0.9) ? { id, error: 'out of memory' } : { id, answer: Math.max(...means) })
})
post({ ready: true })
