// @vitest-environment node
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

test('reads whole events across any chunk boundaries', async () => {
  const text = 'id: 1\ndata: {"a":1}\n\nevent: heartbeat\ndata: {}\n\n: remark\n\nid: 2\r\ndata: x\r\ndata: y\r\n\r\n'
  const expected = [
    { event: undefined, id: '1', data: '{"a":1}' },
    { event: 'heartbeat', id: undefined, data: '{}' },
    { event: undefined, id: '2', data: 'x\ny' },
  ]
  expect(await eventsOf(text)).toEqual(expected)
  expect(await eventsOf(...text)).toEqual(expected)
})

test('drops an incomplete event', async () => {
  expect(await eventsOf('data: whole\n\ndata: ha')).toEqual([{ event: undefined, id: undefined, data: 'whole' }])
})

test('fails on a stream without an end of event instead of filling the memory', async () => {
  const chunks = Array.from({ length: 11 }, () => 'x'.repeat(100_000))
  await expect(eventsOf('data: ', ...chunks)).rejects.toThrow()
})

test('a reader that stops closes the connection', async () => {
  let canceled = false
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: 2\n\n')),
    cancel: () => {
      canceled = true
    },
  })
  for await (const { data } of readEvents(stream)) {
    expect(data).toBe('1')
    break
  }
  expect(canceled).toBe(true)
})
