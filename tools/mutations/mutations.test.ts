import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/bootstrap.mjs'
import { mutated } from './apply.ts'
import { MUTATIONS } from './mutations.ts'

test('at least forty mutations match the code, each with existing tests', () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(40)
  for (const mutation of MUTATIONS) {
    const { before, after } = mutated(mutation)
    expect(after).not.toBe(before)
    expect(mutation.tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
  }
})
