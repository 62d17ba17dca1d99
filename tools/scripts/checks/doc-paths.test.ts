import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkDocPaths } from './doc-paths.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paths-'))
  for (const folder of ['docs/decisions', 'server/platform', 'web']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['README.md', 'CONTRIBUTING.md', 'server/run.ts', 'web/main.tsx']) write(file, '')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => writeFileSync(join(root, file), text)

test('accepts existing files, folders and links', () => {
  write('README.md', 'See `server/run.ts`, `server/platform/` and [a page](docs/decisions/1.md#why).')
  write(
    'docs/decisions/1.md',
    'See [the start](../../README.md), [a site](https://example.com/x.md) and [below](#below).',
  )
  expect(checkDocPaths(root)).toEqual([])
})

test('skips globs, braces, placeholders, other folders, and files of the operator', () => {
  write(
    'CONTRIBUTING.md',
    '`server/**/*.ts` `web/{a,b}.ts` `web/<name>.ts` `web/locales/LANGUAGE/` `contract/NAME.ts` `other/a.ts` `server/node_modules` `deploy/.env`',
  )
  expect(checkDocPaths(root)).toEqual([])
})

test('reports missing paths, also in commands, and broken links once per document', () => {
  write('README.md', 'Run `node server/gone.ts now`, then `node server/gone.ts again`.')
  write('docs/decisions/1.md', 'See `web/gone/` and [a page](2.md).')
  expect(checkDocPaths(root)).toEqual([
    'README.md: there is no server/gone.ts',
    'docs/decisions/1.md: there is no web/gone/',
    'docs/decisions/1.md: there is no docs/decisions/2.md',
  ])
})
