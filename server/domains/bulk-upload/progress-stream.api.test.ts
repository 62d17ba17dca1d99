import { afterAll, describe, expect, test } from 'vitest'
import { createListeningUploader, picturePart, pictureParts } from '#test/bulk-client.ts'
import { readEvents, type StreamedEvent } from '#test/event-stream.ts'

const { app, token, client, origin } = await createListeningUploader()
afterAll(() => app.stop())

/** Reads the progress stream, without heartbeats. */
async function stream(
  uploadId: string,
  options: { lastEventId?: string; until?: (event: StreamedEvent) => boolean } = {},
) {
  const read = await readEvents(`${origin}/api/meme/bulk/progress/${uploadId}`, { token, ...options })
  return { ...read, events: read.events.filter((event) => event.name === undefined) }
}

/** Blocks processing before a file's last step until released. */
function holdWork(): () => void {
  const put = app.deps.blobs.put
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  app.deps.blobs.put = async (...given) => {
    await held
    return put.apply(app.deps.blobs, given)
  }
  return () => {
    app.deps.blobs.put = put
    letGo()
  }
}

describe('the event stream', () => {
  test('reports all progress, never goes backwards, and closes after the last event', async () => {
    const { body } = await client.send(await pictureParts(8))
    const { headers, events, ended } = await stream(body.uploadId)
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toContain('no-transform')
    expect(ended).toBe(true)
    const processed = events.map((event) => event.data.processedFiles)
    expect(processed).toEqual(processed.toSorted((a, b) => a - b))
    for (const { data } of events)
      expect([data.processedFiles < 8, data.estimatedTimeRemaining > 0]).toEqual([
        data.processedFiles < 8,
        data.processedFiles < 8,
      ])
    const ids = events.map((event) => Number(event.id))
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    const last = events.at(-1)
    expect(last?.data).toMatchObject({ type: 'completed', status: 'completed', percentage: 100, successCount: 8 })
    const asked = await client.status(body.uploadId)
    expect(last?.data).toEqual(asked.body)
  })

  test('a rejected file does not spoil the estimate of the remaining time', async () => {
    const letGo = holdWork()
    const { body } = await client.send([await picturePart('empty.png', Buffer.alloc(0)), ...(await pictureParts(4))])
    expect((await client.status(body.uploadId)).body).toMatchObject({ processedFiles: 1, failedCount: 1 })
    expect((await client.status(body.uploadId)).body.estimatedTimeRemaining).toBeGreaterThan(1)
    letGo()
    expect(await client.finished(body.uploadId)).toMatchObject({ successCount: 4, estimatedTimeRemaining: 0 })
  })

  test('repeats no events already seen', async () => {
    const { body } = await client.send(await pictureParts(3))
    await client.finished(body.uploadId)
    const all = await stream(body.uploadId)
    expect(all.events).toHaveLength(1)
    const again = await stream(body.uploadId, { lastEventId: all.events[0]?.id ?? '' })
    expect([again.status, again.events, again.ended]).toEqual([200, [], true])
    const earlier = await stream(body.uploadId, { lastEventId: '1' })
    expect(earlier.events.map((event) => event.id)).toEqual([all.events[0]?.id])
  })

  test('resumes with only the latest state after a reconnect', async () => {
    const letGo = holdWork()
    const { body } = await client.send(await pictureParts(4))
    const first = await stream(body.uploadId, { until: (event) => event.data.currentFile !== null })
    const lastEventId = first.events.at(-1)?.id ?? ''
    letGo()
    await client.finished(body.uploadId)
    const { events } = await stream(body.uploadId, { lastEventId })
    expect(events.map((event) => Number(event.id) > Number(lastEventId))).toEqual([true])
    expect(events[0]?.data).toMatchObject({ status: 'completed', successCount: 4 })
  })

  test('ends with an error event when the whole upload fails', async () => {
    const { body } = await client.send(await pictureParts(2))
    await client.finished(body.uploadId)
    await app.db
      .updateTable('upload_files')
      .set({ status: 'failed', code: 'server.error', meme_id: null })
      .where('upload_id', '=', body.uploadId)
      .execute()
    const { events, ended } = await stream(body.uploadId)
    expect(ended).toBe(true)
    expect(events.at(-1)?.data).toMatchObject({ type: 'error', status: 'error', failedCount: 2, percentage: 100 })
  })
})
