import { expect, test } from 'vitest'
import type { OpenedDeps } from '../../open-deps.ts'
import { CommandQueue } from './command-queue.ts'

/** Returns a queue with commands that end on demand. */
function createQueue() {
  const began: string[] = []
  const ends = new Map<string, (code: number) => void>()
  const queue = new CommandQueue({} as OpenedDeps, (_opened, words, io) => {
    const name = words.join(' ')
    began.push(name)
    return new Promise((resolve) => {
      ends.set(name, resolve)
      if (words[0] === 'reindex') io.signal.addEventListener('abort', () => resolve(1))
    })
  })
  const complaints: string[] = []
  const run = (words: string, signal = new AbortController().signal) =>
    queue.run(words.split(' '), {
      print() {},
      complain: (line) => complaints.push(line),
      showProgress() {},
      isTerminal: false,
      signal,
    })
  return { queue, run, began, complaints, end: (name: string, code = 0) => ends.get(name)?.(code) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('four commands run at once, and the others in order', async () => {
  const { run, began, end } = createQueue()
  const runs = [1, 2, 3, 4, 5, 6].map((at) => run(`user ${at}`))
  await settled()
  expect(began).toEqual(['user 1', 'user 2', 'user 3', 'user 4'])
  end('user 2', 1)
  expect(await runs[1]).toBe(1)
  await settled()
  expect(began.slice(4)).toEqual(['user 5'])
  end('user 1')
  await settled()
  expect(began.slice(4)).toEqual(['user 5', 'user 6'])
})

test('skips a waiting command with a closed connection', async () => {
  const { run, began, end } = createQueue()
  for (const at of [1, 2, 3, 4]) run(`user ${at}`)
  const gone = new AbortController()
  const waiting = run('user 5', gone.signal)
  run('user 6')
  await settled()
  gone.abort()
  expect(await waiting).toBe('not begun')
  end('user 1')
  await settled()
  expect(began.slice(4)).toEqual(['user 6'])
})

test('a long command has its own lane: one at a time, and short commands pass it', async () => {
  const { run, began, complaints } = createQueue()
  run('reindex')
  expect(await run('reindex')).toBe(1)
  run('user 1')
  await settled()
  expect(began).toEqual(['reindex', 'user 1'])
  expect(complaints).toEqual(['memeroom reindex: another long command is running'])
})

test('closing waits for short commands, stops long ones, and starts no others', async () => {
  const { queue, run, began, end } = createQueue()
  const long = run('reindex')
  const runs = [1, 2, 3, 4, 5].map((at) => run(`user ${at}`))
  await settled()
  const closed = queue.close()
  expect(await long).toBe(1)
  expect(await runs[4]).toBe('not begun')
  expect(await run('user 6')).toBe('not begun')
  for (const at of [1, 2, 3, 4]) end(`user ${at}`)
  await closed
  expect(await Promise.all(runs.slice(0, 4))).toEqual([0, 0, 0, 0])
  expect(began).toHaveLength(5)
})

test('at most five hundred commands wait', async () => {
  const { run, complaints } = createQueue()
  for (let at = 0; at < 504; at += 1) run(`user ${at}`)
  await settled()
  expect(await run('user more')).toBe(1)
  expect(complaints).toEqual(['memeroom user: too many commands are waiting'])
})
