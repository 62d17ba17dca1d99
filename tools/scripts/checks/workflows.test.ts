import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkWorkflows } from './workflows.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'workflows-'))
  mkdirSync(join(root, '.github/workflows'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const CHECKOUT = `actions/checkout@${'a'.repeat(40)} # v4.2.2`
const GOOD = `on: push
permissions:
  contents: read
concurrency:
  group: test
jobs:
  test:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    steps:
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
      - run: echo "$GITHUB_REF"
`

function problemsOf(change: (workflow: string) => string): Promise<string[]> {
  writeFileSync(join(root, '.github/workflows/test.yaml'), change(GOOD))
  return checkWorkflows(root)
}

test('a workflow that obeys all rules has no problems', async () => {
  expect(await problemsOf((text) => text)).toEqual([])
})

test.each<[problem: string, from: string, to: string]>([
  ['property "nonsense" is not defined', '"$GITHUB_REF"', ['$', '{{ github.nonsense }}'].join('')],
  ['label "ubuntu-24.14" is unknown', 'ubuntu-24.04', 'ubuntu-24.14'],
  ['actions/checkout@v4 is not pinned', CHECKOUT, 'actions/checkout@v4'],
  ['is not pinned as NAME@COMMIT # vX.Y.Z', ' # v4.2.2', ''],
  ['permissions may only be "read"', 'contents: read', 'contents: write'],
  ['permissions may only be "read"', 'permissions:\n  contents: read\n', ''],
  ['concurrency is missing', 'concurrency:\n  group: test\n', ''],
  ['job test has no timeout-minutes', '    timeout-minutes: 5\n', ''],
  ['job test may write everything', '    timeout-minutes: 5\n', '    timeout-minutes: 5\n    permissions: write-all\n'],
  ['job test leaves its token in the checkout', 'credentials: false', 'credentials: true'],
])('reports: %s', async (problem, from, to) => {
  expect(await problemsOf((text) => text.replace(from, to))).toEqual([expect.stringContaining(problem)])
})
