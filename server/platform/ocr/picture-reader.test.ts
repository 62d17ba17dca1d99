import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { captionedPicture } from '#test/captioned-picture.ts'
import { createPictureReader } from './picture-reader.ts'
import { startReader } from './reader-child.ts'

const start = vi.fn(startReader)
const reader = createPictureReader({ mode: 'full', languages: 'eng+vie' }, start)
afterAll(() => reader.close())

test('the process that was woken reads the picture', { timeout: 120_000 }, async () => {
  reader.wake()
  reader.wake()
  expect(start).toHaveBeenCalledTimes(1)
  expect(await reader.read(await captionedPicture({ text: 'NOBODY TOLD ME', seed: 'reader' }))).toHaveLength(3)
  expect(start).toHaveBeenCalledTimes(1)
  const [child] = start.mock.results.map(({ value }) => value as ChildProcess)
  if (process.platform === 'linux') expect(await readFile(`/proc/${child?.pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
  await reader.close()
})

test('work that needs the memory of OCR runs without its process, before other pictures', {
  timeout: 120_000,
}, async () => {
  const picture = await captionedPicture({ text: 'NOBODY TOLD ME', seed: 'reader' })
  const done: string[] = []
  const isRunning = () => {
    const child = start.mock.results.at(-1)?.value as ChildProcess
    return child.exitCode === null && child.signalCode === null
  }
  const read = async (name: string) => {
    await reader.read(picture)
    done.push(name)
  }
  const reads = [read('first'), read('second')]
  const result = await reader.pauseFor(async () => {
    reader.wake()
    done.push(isRunning() ? 'work beside OCR' : 'work')
    return 'result'
  })
  await Promise.all(reads)
  expect(result).toBe('result')
  expect(done).toEqual(['first', 'work', 'second'])
  await reader.close()
})

test('an undecodable picture fails only its own reading, and a closed reader can be used again', {
  timeout: 120_000,
}, async () => {
  const picture = await captionedPicture({ text: 'NOBODY TOLD ME', seed: 'reader' })
  const [broken, read] = await Promise.allSettled([reader.read(Buffer.from('no picture')), reader.read(picture)])
  expect(broken.status).toBe('rejected')
  const words = read.status === 'fulfilled' ? read.value.map(({ text }) => text) : []
  expect(words).toEqual(['NOBODY', 'TOLD', 'ME'])
  await reader.close()
  expect(await reader.read(picture)).toHaveLength(3)
})
