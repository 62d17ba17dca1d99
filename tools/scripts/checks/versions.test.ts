import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkVersions } from './versions.mjs'

let root = ''
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const lock = (version: string, own: string, reader: string) =>
  JSON.stringify({
    version,
    packages: { '': { version: own }, 'packages/reader': { version: reader }, 'node_modules/a': {} },
  })
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'versions-'))
  write('package.json', '{"version":"0.2.0"}')
  write('package-lock.json', lock('0.2.0', '0.2.0', '0.2.0'))
  write('packages/reader/package.json', '{"version":"0.2.0"}')
  write('CHANGELOG.md', '# Changes\n\n## Unreleased\n\n## 0.2.0\n\n## 0.1.0\n')
  write('docs/operating.md', 'tar -xzf memeroom-0.2.0-linux-x64.tar.gz\n')
  write('deploy/kubernetes/memeroom.yaml', 'image: memeroom:0.2.0\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('accepts one version everywhere', () => {
  expect(checkVersions(root)).toEqual([])
})

test.each([
  ['package.json', '{"version":"0.3.0"}', 7],
  ['package-lock.json', lock('0.1.0', '0.1.0', '0.1.0'), 3],
  ['packages/reader/package.json', '{"version":"0.1.0"}', 1],
  ['CHANGELOG.md', '# Changes\n\n## Unreleased\n\n## 0.1.0\n', 1],
  ['docs/operating.md', 'tar -xzf memeroom-0.1.0-linux-x64.tar.gz\n', 1],
  ['deploy/kubernetes/memeroom.yaml', 'image: memeroom:0.1.0\n', 1],
])('reports another version in %s', (file, text, problems) => {
  write(file, text)
  expect(checkVersions(root)).toHaveLength(problems)
})
