import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDemoData, readDemoFile } from '#demo/data.ts'
import { type PreparedFile, pathOfPrepared, preparedPaths, readPreparedDemo } from '#demo/prepared.ts'
import { VISUAL_VERSION } from '../../domains/search/likeness/descriptor/visual.ts'
import { sharp } from '../../platform/images/sharp-engine.ts'
import { preparedAvatarOf, preparedMemeOf } from './prepare-pictures.ts'

// If one of these tests fails after a change to the demo pictures or to upload preparation, run `npm run demo:prepare`.

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

test('every picture and avatar of the data set is prepared by the current version', async () => {
  const pictures = [...memes.map(({ picture }) => picture), ...people.map(({ avatar }) => avatar)]
  expect(Object.keys(all)).toEqual(pictures)
  for (const name of pictures) expect([name, all[name]?.source]).toEqual([name, sha256(await readDemoFile(name))])
  expect(prepared.visualVersion).toBe(VISUAL_VERSION)
})

test('each prepared file is named by its content hash, and there are no others', async () => {
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

/** Mean difference between two pictures' samples, on a scale of 0 to 255. */
async function differenceOf(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((file) => sharp(file).ensureAlpha().raw().toBuffer()))
  if (!a || !b || a.length !== b.length) return Number.POSITIVE_INFINITY
  return a.reduce((sum, sample, at) => sum + Math.abs(sample - (b[at] ?? 0)), 0) / a.length
}

/** Compares decoded pixels, since processors round differently. */
async function expectAlike(made: Record<string, PreparedFile>, stored: Record<string, PreparedFile> = {}) {
  expect(Object.keys(made)).toEqual(Object.keys(stored))
  for (const [size, file] of Object.entries(made)) {
    const other = stored[size]
    if (!other) continue
    expect([size, file.path, file.mime]).toEqual([size, other.path, other.mime])
    if (!file.path.startsWith('prepared/')) continue
    const difference = await differenceOf(path.join(folder, path.basename(file.path)), pathOfPrepared(other))
    expect(difference, `${file.path}`).toBeLessThan(1)
  }
}

const lengthOf = (vector: number[]) => Math.hypot(...vector)

test.for(['.png', '.jpg', '.webp', '.gif'])(
  'an upload of a %s of the data set matches the prepared files',
  async (type) => {
    const picture = memes.map((meme) => meme.picture).find((name) => name.endsWith(type)) ?? ''
    const { files, vector, blocks, thumbhash, ...made } = await preparedMemeOf(picture, { stagingDir, folder })
    const stored = prepared.memes[picture]
    expect(stored).toMatchObject(made)
    await expectAlike(files, stored?.files)
    const [ours, theirs] = [vector ?? [], stored?.vector ?? []]
    const product = ours.reduce((sum, value, at) => sum + value * (theirs[at] ?? 0), 0)
    expect(product / (lengthOf(ours) * lengthOf(theirs) || 1)).toBeGreaterThan(0.999)
    expect([blocks.length, thumbhash.length]).toEqual([stored?.blocks.length, stored?.thumbhash.length])
  },
)

test('an upload of an avatar matches the prepared files', async () => {
  const avatar = people[0]?.avatar ?? ''
  const { source, files } = await preparedAvatarOf(avatar, { stagingDir, folder })
  expect(source).toBe(prepared.avatars[avatar]?.source)
  await expectAlike(files, prepared.avatars[avatar]?.files)
})
