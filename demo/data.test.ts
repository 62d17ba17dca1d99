import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { demoFolder, readDemoData } from './data.ts'

it('has a file for each meme and each person, and no other', async () => {
  const { memes, people } = await readDemoData()
  const named = [...memes.map(({ picture }) => picture), ...people.map(({ avatar }) => avatar)]
  expect((await readdir(demoFolder)).toSorted()).toEqual(named.toSorted())
})
