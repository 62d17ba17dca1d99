import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLicences, isAllowed, listLicences } from './licences.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'licences-'))
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
  expect(listLicences(root)).toMatchObject([
    { name: '@scope/real', version: '2.0.0', licence: 'MIT' },
    { name: 'a', version: '1.0.0', licence: 'ISC' },
    { name: 'zod', version: '4.0.0', licence: 'MIT' },
  ])
  expect(checkLicences(root)).toEqual([])
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
  expect(listLicences(root).map(({ name }) => name)).toEqual(['deep', 'part', 'react'])
  expect(checkLicences(root)).toEqual(['part 1.0.0: GPL-3.0-only is not allowed in a release'])
})

test('reports forbidden and missing licences, of fonts and libraries too', () => {
  lock({
    'node_modules/copyleft': { version: '1.0.0', license: 'AGPL-3.0-only' },
    'node_modules/unknown': { version: '1.0.0' },
    'node_modules/fine': { version: '1.0.0', license: 'MIT' },
  })
  expect(checkLicences(root)).toEqual([
    'copyleft 1.0.0: AGPL-3.0-only is not allowed in a release',
    'unknown 1.0.0: no licence is not allowed in a release',
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
