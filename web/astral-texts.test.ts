import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { splitters } from '#test/astral-texts.ts'

const FOLDER = path.resolve('web')
/** Modules that cut, fold or normalize texts, except components. */
const helpers = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.ts$/.test(name))
  .filter((name) =>
    /contract\/(?:bounded|words|people\/names)\.ts'|\.normalize\('/.test(readFileSync(path.join(FOLDER, name), 'utf8')),
  )

test.each(helpers)('no function of %s splits a surrogate pair', async (name) => {
  expect(await splitters((await import(path.join(FOLDER, name))) as object)).toEqual([])
})

test('the scan finds the helpers', () => {
  expect(helpers).toContain('features/bulk-upload/selection.ts')
})
