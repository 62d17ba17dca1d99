import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root as project } from '../bootstrap.mjs'
import { checkLicenses, checkOwnLicenses, isAllowed, listLicenses } from './licenses.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'licenses-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const lock = (packages: Record<string, object>) =>
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': { license: 'none' }, ...packages } }))

test('lists the packages of a release once, by name, without development packages', () => {
  lock({
    'node_modules/zod': { version: '4.0.0', license: 'MIT' },
    'node_modules/a': { version: '1.0.0', license: 'ISC' },
    'node_modules/b/node_modules/a': { version: '1.0.0', license: 'ISC' },
    'node_modules/alias': { name: '@scope/real', version: '2.0.0', license: 'MIT' },
    'node_modules/vite': { version: '8.0.0', license: 'GPL-3.0-only', dev: true },
  })
  expect(listLicenses(root)).toMatchObject([
    { name: '@scope/real', version: '2.0.0', license: 'MIT' },
    { name: 'a', version: '1.0.0', license: 'ISC' },
    { name: 'zod', version: '4.0.0', license: 'MIT' },
  ])
  expect(checkLicenses(root)).toEqual([])
})

test('lists the client’s packages with their dependencies, although they are development packages', () => {
  mkdirSync(join(root, 'web'))
  writeFileSync(join(root, 'web', 'main.tsx'), `import { useState } from 'react'`)
  writeFileSync(join(root, 'web', 'main.test.tsx'), `import 'axe'`)
  writeFileSync(join(root, 'package.json'), JSON.stringify({ devDependencies: { react: '1.0.0', axe: '1.0.0' } }))
  const needs = { dependencies: { part: '1.0.0' }, peerDependencies: { types: '1.0.0' } }
  lock({
    'node_modules/axe': { version: '1.0.0', license: 'MPL-1.1', dev: true },
    'node_modules/react': {
      version: '1.0.0',
      license: 'MIT',
      dev: true,
      ...needs,
      peerDependenciesMeta: { types: { optional: true } },
    },
    'node_modules/react/node_modules/part': {
      version: '1.0.0',
      license: 'GPL-3.0-only',
      dev: true,
      dependencies: { deep: '2.0.0' },
    },
    'node_modules/deep': { version: '2.0.0', license: 'ISC', dev: true },
    'node_modules/types': { version: '1.0.0', license: 'MIT', dev: true },
  })
  expect(listLicenses(root).map(({ name }) => name)).toEqual(['deep', 'part', 'react'])
  expect(checkLicenses(root)).toEqual(['part 1.0.0: GPL-3.0-only is not allowed in a release'])
})

test('lists the license of models and data in a package with that of its code', () => {
  lock({
    'node_modules/@twemoji/svg': { version: '15.0.0', license: 'MIT' },
    'node_modules/@tesseract.js-data/fra': { version: '1.0.0', license: 'MIT' },
  })
  expect(listLicenses(root).map(({ license }) => license)).toEqual(['MIT', 'MIT AND CC-BY-4.0'])
  expect(checkLicenses(root)).toEqual(['@tesseract.js-data/fra: add the license of its contents to CONTENTS'])
})

describe('the licenses of the project', () => {
  const DATA = [
    'demo/demo.json',
    'docs/screenshot.png',
    'packages/caption-reader/capitals.weights',
    'packages/caption-reader/vietnamese-syllables.txt',
    'packages/extension/icons/16.png',
    'server/domains/auth/passwords/common-passwords.txt',
    'server/lexicon/en/ideas.txt',
    'server/lexicon/en/emoji.txt',
    'server/lexicon/vi/emoji.txt',
    'tools/bench/ideas/en.txt',
    'server/platform/db/initial/pglite.tar.zst',
    'test/fixtures/releases/0.1.0/database.sql.gz',
    'web/public/favicon.ico',
  ]
  const FILES = [
    ...DATA,
    'LICENSE',
    'server/main.ts',
    'packages/caption-reader/package.json',
    'packages/caption-reader/LICENSE',
    'packages/extension/package.json',
    'packages/extension/LICENSE',
  ]
  beforeEach(() => {
    for (const folder of ['packages/caption-reader', 'packages/extension'])
      mkdirSync(join(root, folder), { recursive: true })
    for (const folder of ['', 'packages/caption-reader', 'packages/extension'])
      for (const file of ['package.json', 'LICENSE']) cpSync(join(project, folder, file), join(root, folder, file))
    cpSync(join(project, 'package-lock.json'), join(root, 'package-lock.json'))
  })

  test('are complete in text, field and lock file', () => {
    expect(checkOwnLicenses(root, FILES)).toEqual([])
  })

  test('are reported if a text is missing, a field differs, or a package or data file has none', () => {
    writeFileSync(join(root, 'LICENSE'), 'MIT License\n')
    writeFileSync(join(root, 'packages/caption-reader/package.json'), '{"license":"AGPL-3.0-or-later"}')
    const files = FILES.filter((file) => file !== 'packages/caption-reader/LICENSE' && file !== 'demo/demo.json')
    expect(checkOwnLicenses(root, [...files, 'packages/other/package.json', 'server/words.bin'])).toEqual([
      'LICENSE is not AGPL-3.0-or-later',
      'packages/caption-reader/LICENSE is not MIT',
      'packages/caption-reader/package.json: license is not MIT',
      'packages/other: add its license to OWN_LICENSES',
      'server/words.bin: add its license to DATA in licenses.mjs',
      'demo/: in DATA of licenses.mjs, but not in the project',
    ])
  })

  test('include the exact text of the GNU AGPL', () => {
    const digest = createHash('sha256')
      .update(readFileSync(join(project, 'LICENSE')))
      .digest('hex')
    expect(digest).toBe('0d96a4ff68ad6d4b6f1f30f713b18d5184912ba8dd389f86aa7710db079abcb0')
  })
})

test('reports forbidden and missing licenses, of fonts and libraries too', () => {
  lock({
    'node_modules/copyleft': { version: '1.0.0', license: 'AGPL-3.0-only' },
    'node_modules/unknown': { version: '1.0.0' },
    'node_modules/fine': { version: '1.0.0', license: 'MIT' },
  })
  expect(checkLicenses(root)).toEqual([
    'copyleft 1.0.0: AGPL-3.0-only is not allowed in a release',
    'unknown 1.0.0: no license is not allowed in a release',
  ])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only OR SSPL-1.0', false],
  ['(MIT AND ISC) OR GPL-3.0-only', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE', false],
])('%s: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed)
})
