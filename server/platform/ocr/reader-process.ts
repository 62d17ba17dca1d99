import { setPriority } from 'node:os'
import { createReader } from '#reader/reader.ts'
import type { ReaderSettings } from '#reader/settings.ts'
import '../images/sharp-engine.ts'
import { yieldMemory } from '../yield-memory.ts'
import type { Answer, Question } from './reader-child.ts'

// OCR runs in a separate process: requests have priority over it, and its memory is released when it ends.

const NICENESS = 10

const settings = JSON.parse(process.argv[2] ?? '') as ReaderSettings
const reader = createReader(settings)
yieldMemory()
try {
  setPriority(NICENESS)
} catch {
  // Without permission, it runs at normal priority.
}

const answer = (message: Answer) => process.send?.(message)

process.on('message', async (question: Question) => {
  if (question === 'prepare') {
    await reader.prepare().catch(() => {})
    return
  }
  const { picture } = question
  try {
    const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
    answer({ words: await reader.read(bytes), memory: process.memoryUsage.rss() })
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit())
// Ignore signals to the process group: the server handles them and ends this process when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
