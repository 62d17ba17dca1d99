import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './bootstrap.mjs'
import { chosenGroups, groupsTouchedBy, namedGroups, SLOW_GROUPS } from './slow-tests.mjs'

const ALL = Object.keys(SLOW_GROUPS)

test('every file and path of the slow tests exists', () => {
  const paths = Object.values(SLOW_GROUPS).flatMap(({ files, paths: watched }) => [...files, ...watched])
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('a group depends on its test, its files and its folders only', () => {
  expect(groupsTouchedBy(['test/replica.postgres.test.ts'])).toEqual(['replica'])
  expect(groupsTouchedBy(['server/platform/db/replica/replica.ts'])).toEqual(['replica'])
  expect(groupsTouchedBy(['server/platform/http/tracing.ts', 'README.md'])).toEqual(['tracing'])
  expect(groupsTouchedBy(['README.md', 'web/app/app.tsx'])).toEqual([])
  expect(groupsTouchedBy(['server/main.ts'])).toEqual(ALL)
})

test('only CI selects slow tests automatically, all of them if the changes are unknown', () => {
  expect(chosenGroups({})).toEqual([])
  expect(chosenGroups({ CI: 'true', SLOW_TESTS_SINCE: 'HEAD' }).length).toBeLessThanOrEqual(ALL.length)
  expect(chosenGroups({ CI: 'true', SLOW_TESTS_SINCE: 'no-such-revision' })).toEqual(ALL)
  expect(chosenGroups({ SLOW_TESTS: 'all' })).toEqual(ALL)
  expect(chosenGroups({ CI: 'true', SLOW_TESTS: 'none' })).toEqual([])
  expect(chosenGroups({ CI: 'true', SLOW_TESTS: '', SLOW_TESTS_SINCE: 'no-such-revision' })).toEqual(ALL)
})

test('refuses an unknown name', () => {
  expect(namedGroups(['kills', 'proxies'])).toEqual(['kills', 'proxies'])
  expect(() => namedGroups(['kils'])).toThrow('kils')
})
