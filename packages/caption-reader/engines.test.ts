import { expect, test } from 'vitest'
import { createEngines } from './engines.ts'

test('an undecodable picture or a dead thread fails only its own reading', {
  timeout: 60_000,
}, async () => {
  const engines = createEngines()
  try {
    const engine = await engines.get('eng')
    await expect(engine.recognize(Buffer.from('no picture'))).rejects.toBeDefined()
    const thread = (engine as unknown as { worker: NodeJS.EventEmitter }).worker
    expect(thread.emit('error', new Error('out of memory'))).toBe(true)
  } finally {
    await engines.close()
  }
})
