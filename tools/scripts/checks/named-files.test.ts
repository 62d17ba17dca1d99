import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkNamedFiles } from './named-files.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'named-'))
  const folders = ['contract', 'server/platform/http', 'web', 'packages/caption-reader', 'tools', 'test', 'e2e', 'docs']
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'server/platform/http', 'pages.api.test.ts'), '')
  writeFileSync(join(root, 'docs', 'security.md'), 'Shown by `pages.api.test.ts`.')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const withRows = (...rows: string[]) => writeFileSync(join(root, 'docs', 'asvs.md'), rows.join('\n'))

test('accepts an existing file, with or without folders, and a document as proof', () => {
  withRows(
    '| 1.1 pages | holds | encoded; `pages.api.test.ts` |',
    '| 1.2 pages | holds | `http/pages.api.test.ts` |',
    '| 1.3 rules | holds | [ADR 1](decisions/0001.md) |',
    '| 1.4 other | open | not done |',
    '| 1.5 none | n/a | |',
  )
  expect(checkNamedFiles(root)).toEqual([])
})

test('reports a missing file and a requirement without proof', () => {
  withRows('| 1.1 pages | holds | `ages.api.test.ts` |', '| 1.2, 1.3 more | holds | by design |')
  expect(checkNamedFiles(root)).toEqual([
    'docs/asvs.md: there is no ages.api.test.ts',
    'docs/asvs.md: 1.2 cites no evidence',
  ])
})
