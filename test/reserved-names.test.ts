import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { PAGES } from '#contract/pages.ts'
import { isReserved } from '#server/domains/users/username-keys.ts'

const words = (paths: string[]) =>
  [...new Set(paths.flatMap((path) => path.split('?')[0]?.split('/') ?? []))].filter((part) =>
    /^[a-z][\w.-]+$/.test(part),
  )

test('part of an API path cannot be a username', () => {
  expect(words(Object.values(calls).map(({ path }) => path)).filter((part) => !isReserved(part))).toEqual([])
})

test('the address of a page cannot be a username', () => {
  expect(words(Object.values(PAGES)).filter((part) => !isReserved(part))).toEqual([])
})

test('the address of a server route cannot be a username', async () => {
  const files = [
    'app.ts',
    'platform/http/media.ts',
    'platform/http/metrics.ts',
    'platform/http/docs.ts',
    'web-pages/site-files.ts',
    'web-pages/web-client.ts',
  ]
  const sources = await Promise.all(
    files.map((file) => readFile(new URL(`../server/${file}`, import.meta.url), 'utf8')),
  )
  const paths = [...sources.join('\n').matchAll(/\.(?:get|head|post|route)\(\s*'(\/[\w./-]*)/g)].map(
    ([, path = '']) => path,
  )
  expect(paths).toContain('/metrics')
  expect(words(paths.map((path) => `/${path.split('/')[1]}`)).filter((part) => !isReserved(part))).toEqual([])
})
