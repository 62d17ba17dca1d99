import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

const later = () => new Promise((resolve) => setTimeout(resolve))

test('work with one key runs in order, and with two keys in parallel', async () => {
  const mutex = createKeyedMutex(10)
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await later()
    seen.push(`${name} ends`)
    return name
  }
  const results = await Promise.all([mutex('a', work('a1')), mutex('a', work('a2')), mutex('b', work('b1'))])
  expect(results).toEqual(['a1', 'a2', 'b1'])
  expect(seen.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(seen.indexOf('b1 begins')).toBeLessThan(seen.indexOf('a1 ends'))
})

test('a failure reaches only its own caller, and the next one runs', async () => {
  const mutex = createKeyedMutex(2)
  const failing = mutex('a', async () => {
    await later()
    throw new Error('broken')
  })
  const next = mutex('a', async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})

test('a caller beyond the queue limit is refused at once and accepted when there is room', async () => {
  const mutex = createKeyedMutex(2)
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const waiting = [mutex('a', () => gate), mutex('a', () => gate)]
  await expect(mutex('a', async () => 'third')).rejects.toMatchObject({ code: 'follow.busy', status: 503 })
  expect(await mutex('b', async () => 'of another')).toBe('of another')
  open()
  await Promise.all(waiting)
  expect(await mutex('a', async () => 'now')).toBe('now')
})
