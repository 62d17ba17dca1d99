import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fieldsEn } from './en.ts'
import { fieldsVi } from './vi.ts'

test.each([
  ['en', fieldsEn],
  ['vi', fieldsVi],
] as const)('a field has the same message in a form and in an answer: %s', async (language, fields) => {
  const file = new URL(`../../../web/locales/${language}/fields.json`, import.meta.url)
  const inForms: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
  const shared = Object.keys(fields).filter((key) => key in inForms)
  expect(shared.length).toBeGreaterThan(20)
  for (const key of shared) expect([key, inForms[key]]).toEqual([key, fields[key as keyof typeof fields]])
})
