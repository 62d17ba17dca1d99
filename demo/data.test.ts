import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { demoPaths, readDemoData, readDemoFile } from './data.ts'
import { buildDemoData } from './studio/build-data.ts'
import { sketchMeme } from './studio/draw-demo.ts'
import { demoPlan } from './studio/plan.ts'

it('is what the studio makes: run `npm run demo:draw` after a change of the studio', async () => {
  expect(await readDemoData()).toEqual(buildDemoData())
})

it('has a file for each meme and each person, and no other', async () => {
  const { memes, people } = await readDemoData()
  const named = [...memes.map(({ picture }) => picture), ...people.map(({ avatar }) => avatar)]
  expect((await readdir(demoPaths.folder)).toSorted()).toEqual(named.toSorted())
})

it('holds each picture at the size and with the frames that the studio draws', async () => {
  const { memes } = await readDemoData()
  for (const [index, meme] of demoPlan().memes.entries()) {
    const drawing = sketchMeme(meme)
    const { width, height, pageHeight, pages } = await sharp(await readDemoFile(memes[index]?.picture ?? ''), {
      pages: -1,
    }).metadata()
    expect([width, pageHeight ?? height, pages ?? 1], meme.slug).toEqual([
      drawing.width,
      Math.round(drawing.height),
      drawing.frames.length,
    ])
  }
})
