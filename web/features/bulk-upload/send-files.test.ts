import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BULK_PART_BYTES, MEBIBYTE } from '#contract/limits.ts'
import { sendFiles } from './send-files.ts'

const uploadId = '0198abcd-0000-7000-8000-000000000001'
const SIZE = 3 * MEBIBYTE
const file = (size = SIZE) => new File([new Uint8Array(size)], 'a.png', { type: 'image/png' })
const stateOf = (id: string, offset = 0, size = SIZE) => ({ id, uploadId, size, offset, status: 'queued' as const })

/** Answers one request with a body: a status and a JSON or other text; `lost` breaks the connection after half of the body. */
type Answer = [status: number, body: string] | 'lost'
let answer: (id: string, offset: number | null, bytes: number) => Answer
let requests: { id: string; offset: number | null; bytes: number }[]

class FakeRequest {
  upload: { onprogress?: (event: object) => void } = {}
  status = 0
  response = new Blob()
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  private url = new URL('http://memeroom.test')
  private isAborted = false
  open(_method: string, url: string) {
    this.url = new URL(url, 'http://memeroom.test')
  }
  setRequestHeader() {}
  getResponseHeader = (name: string) => (name === 'retry-after' && this.status === 503 ? '7' : null)
  abort() {
    this.isAborted = true
    this.onabort()
  }
  async send(body: Blob) {
    await Promise.resolve()
    const id = this.url.pathname.split('/').at(-1) ?? ''
    const text = this.url.searchParams.get('offset')
    const offset = text === null ? null : Number(text)
    requests.push({ id, offset, bytes: body.size })
    const given = answer(id, offset, body.size)
    const loaded = given === 'lost' ? Math.floor(body.size / 2) : body.size
    this.upload.onprogress?.({ lengthComputable: true, loaded, total: body.size })
    await Promise.resolve()
    if (this.isAborted) return
    if (given === 'lost') this.onerror()
    else {
      this.status = given[0]
      this.response = new Blob([given[1]])
      this.onload()
    }
    this.onloadend()
  }
}

const arrived = (id: string, offset: number | null, bytes: number): Answer => [
  200,
  JSON.stringify({ success: true, data: stateOf(id, (offset ?? 0) + bytes) }),
]
const proxyLimit =
  (most: number) =>
  (id: string, offset: number | null, bytes: number): Answer =>
    bytes > most ? [413, '<h1>413 Request Entity Too Large</h1>'] : arrived(id, offset, bytes)

function send(files: { file: File; state: ReturnType<typeof stateOf> }[], signal = new AbortController().signal) {
  const seen = { progress: [] as number[], arrived: [] as number[], waiting: [] as boolean[] }
  const done = sendFiles(
    files,
    {
      onProgress: (bytes) => seen.progress.push(bytes),
      onArrived: (index) => seen.arrived.push(index),
      onWaiting: (isWaiting) => seen.waiting.push(isWaiting),
    },
    signal,
  )
  return { ...seen, done }
}

beforeEach(() => {
  requests = []
  answer = arrived
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('each file is one request, and the progress ends at exactly all bytes', async () => {
  const {
    done,
    progress,
    arrived: indexes,
  } = send([0, 1, 2, 3].map((id) => ({ file: file(), state: stateOf(String(id)) })))
  await done
  expect(requests.map(({ id, offset, bytes }) => [id, offset, bytes])).toEqual(
    ['0', '1', '2', '3'].map((id) => [id, null, SIZE]),
  )
  expect(progress.at(-1)).toBe(4 * SIZE)
  expect(Math.max(...progress)).toBe(4 * SIZE)
  expect(indexes.sort()).toEqual([0, 1, 2, 3])
})

test('continues at the server’s offset, and skips files that the server has', async () => {
  const { done, progress } = send([
    { file: file(), state: stateOf('0', 1_000_000) },
    { file: file(), state: stateOf('1', SIZE) },
  ])
  expect(progress[0]).toBe(1_000_000 + SIZE)
  await done
  expect(requests).toEqual([{ id: '0', offset: 1_000_000, bytes: SIZE - 1_000_000 }])
})

test('behind a proxy that refuses more than 1 MiB, files go in parts', async () => {
  answer = proxyLimit(MEBIBYTE)
  const { done, progress } = send([{ file: file(), state: stateOf('0') }])
  await done
  const accepted = requests.filter(({ bytes }) => bytes <= MEBIBYTE)
  expect(requests).toHaveLength(accepted.length + 1)
  expect(accepted.map(({ offset }) => offset)).toEqual(
    Array.from({ length: Math.ceil(SIZE / BULK_PART_BYTES) }, (_, part) => part * BULK_PART_BYTES),
  )
  expect(progress.at(-1)).toBe(SIZE)
})

test('a proxy that refuses parts too, and the server’s own rejected, end it', async () => {
  answer = proxyLimit(100_000)
  await expect(send([{ file: file(), state: stateOf('0') }]).done).rejects.toMatchObject({ status: 413 })
  expect(requests.map(({ bytes }) => bytes)).toEqual([SIZE, BULK_PART_BYTES])
  requests = []
  answer = () => [413, JSON.stringify({ success: false, code: 'upload.fileTooLarge', message: 'Too large' })]
  await expect(send([{ file: file(), state: stateOf('0') }]).done).rejects.toThrow('Too large')
  expect(requests).toHaveLength(1)
})

test('after a broken connection it waits, shows this, counts only the arrived bytes, and retries', async () => {
  let lost = 0
  answer = (id, offset, bytes) => {
    lost += 1
    return lost <= 5 ? 'lost' : arrived(id, offset, bytes)
  }
  const { done, progress, waiting } = send([{ file: file(), state: stateOf('0') }])
  await vi.advanceTimersByTimeAsync(60_000)
  await done
  expect(progress).toEqual(expect.arrayContaining([0, SIZE / 2, SIZE]))
  expect(progress.filter((bytes) => bytes === 0).length).toBeGreaterThan(5)
  expect([waiting[0], waiting.at(-1)]).toEqual([true, false])
  // A connection that breaks repeatedly is used for parts.
  expect(requests.at(-1)?.bytes).toBeLessThanOrEqual(BULK_PART_BYTES)
})

test('a response that was lost costs no second transfer', async () => {
  let held = 1
  answer = (id, offset, bytes) => {
    if (offset !== held) return [409, JSON.stringify({ success: false, code: 'upload.wrongOffset', offset: held })]
    held = SIZE
    return id === '0' ? 'lost' : arrived(id, offset, bytes)
  }
  const { done, progress } = send([{ file: file(), state: stateOf('0', 1) }])
  await vi.advanceTimersByTimeAsync(5000)
  await done
  expect(requests.map(({ offset }) => offset)).toEqual([1, 1])
  expect(progress.at(-1)).toBe(SIZE)
})

test('requests to a busy server are repeated after its Retry-After, and stopping ends all', async () => {
  answer = () => [503, JSON.stringify({ success: false, code: 'server.busy', message: 'Busy' })]
  const stopped = new AbortController()
  const { done } = send([{ file: file(), state: stateOf('0') }], stopped.signal)
  const ended = expect(done).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(6000)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests).toHaveLength(2)
  stopped.abort()
  await ended
})
