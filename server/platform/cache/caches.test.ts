import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

test('docs/caches.md lists every cache', () => {
  const opened = readdirSync(path.join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const source = readFileSync(path.join(ROOT, 'server', name), 'utf8')
      return [...source.matchAll(/caches\??\.open[^{]*\{\s*name: '([\w-]+)'/g)].map(([, cache]) => cache)
    })
  const table = readFileSync(path.join(ROOT, 'docs/caches.md'), 'utf8')
  const listed = [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, cache]) => cache ?? '')
  expect(opened.length).toBeGreaterThan(5)
  expect(listed.filter((cache) => !cache.startsWith('visitors-')).toSorted()).toEqual([...new Set(opened)].toSorted())
})
