import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDemoData, readDemoFile } from '#demo/data.ts'
import { pathOfPrepared, preparedPaths, readPreparedDemo } from '#demo/prepared.ts'
import { VISUAL_VERSION } from '../adapters/embeddings/visual.ts'
import { preparedAvatarOf, preparedMemeOf } from './prepare-pictures.ts'

// Run `npm run demo:draw` when one of these fails after a change of the studio, or of how pictures are prepared.

const { memes, people } = await readDemoData()
const prepared = await readPreparedDemo()
const all = { ...prepared.memes, ...prepared.avatars }

let stagingDir = ''
let folder = ''
beforeAll(async () => {
  stagingDir = await mkdtemp(path.join(tmpdir(), 'prepared-'))
  folder = await mkdtemp(path.join(tmpdir(), 'prepared-'))
})
afterAll(async () => {
  for (const made of [stagingDir, folder]) await rm(made, { recursive: true, force: true })
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('every picture and avatar of the data set is prepared as it is now, and measured by this version', async () => {
  const pictures = [...memes.map(({ picture }) => picture), ...people.map(({ avatar }) => avatar)]
  expect(Object.keys(all)).toEqual(pictures)
  for (const name of pictures) expect([name, all[name]?.source]).toEqual([name, sha256(await readDemoFile(name))])
  expect(prepared.visualVersion).toBe(VISUAL_VERSION)
})

test('each prepared file is there under the name of its content, and no other is', async () => {
  const files = Object.values(all).flatMap((picture) => Object.values(picture.files))
  for (const file of files) {
    const bytes = await readFile(pathOfPrepared(file))
    expect([file.path, file.key.split('.')[0], file.bytes]).toEqual([
      file.path,
      sha256(bytes).slice(0, 40),
      bytes.length,
    ])
  }
  const own = files.map((file) => file.path).filter((name) => name.startsWith('prepared/'))
  expect((await readdir(preparedPaths.folder)).map((name) => `prepared/${name}`).toSorted()).toEqual(
    [...new Set(own)].toSorted(),
  )
})

test.for(['.png', '.jpg', '.webp', '.gif'])(
  'an upload of a %s of the data set comes to what was prepared',
  async (type) => {
    const picture = memes.map((meme) => meme.picture).find((name) => name.endsWith(type)) ?? ''
    expect(await preparedMemeOf(picture, { stagingDir, folder })).toEqual(prepared.memes[picture])
  },
)

test('an upload of an avatar comes to what was prepared', async () => {
  const avatar = people[0]?.avatar ?? ''
  expect(await preparedAvatarOf(avatar, { stagingDir, folder })).toEqual(prepared.avatars[avatar])
})
