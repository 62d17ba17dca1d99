import { expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

async function eventsOf(...chunks: string[]) {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  const events = []
  for await (const event of readEvents(stream)) events.push(event)
  return events
}

test('events come whole, wherever the chunks are cut', async () => {
  const text = 'id: 1\ndata: {"a":1}\n\nevent: heartbeat\ndata: {}\n\n: remark\n\nid: 2\r\ndata: x\r\ndata: y\r\n\r\n'
  const expected = [
    { name: 'message', id: '1', data: '{"a":1}' },
    { name: 'heartbeat', id: undefined, data: '{}' },
    { name: 'message', id: '2', data: 'x\ny' },
  ]
  expect(await eventsOf(text)).toEqual(expected)
  expect(await eventsOf(...text)).toEqual(expected)
})

test('an event that was cut off is not told', async () => {
  expect(await eventsOf('data: whole\n\ndata: ha')).toEqual([{ name: 'message', id: undefined, data: 'whole' }])
})
