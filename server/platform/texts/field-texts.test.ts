import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COMPLETE_LANGUAGES } from './texts.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const read = async (folder: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(path.join(ROOT, folder, 'fields.json'), 'utf8'))

test.each(COMPLETE_LANGUAGES)('a field has the same message in a form and in a response: %s', async (language) => {
  const [inForms, fields] = [await read(`web/locales/${language}`), await read(`server/locales/${language}`)]
  const shared = Object.keys(fields).filter((key) => key in inForms)
  expect(shared.length).toBeGreaterThan(20)
  for (const key of shared) expect([key, inForms[key]]).toEqual([key, fields[key]])
})
