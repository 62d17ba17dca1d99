import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const named = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))]

test('every documented operator command exists', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`),
  ]
  const text = documents
    .filter((name) => name.endsWith('.md'))
    .map(read)
    .join('\n')
  const found = named(text, /npm run (?:--silent )?cli -- ([a-z-]+)/g)
  expect(found).toContain('doctor')
  for (const name of found) expect(Object.keys(commands)).toContain(name)
})

test('each alarm has a documented cause and command', () => {
  const alarms = read('docs/operating.md').match(/^\| Memeroom\w+ \|.*$/gm) ?? []
  expect(alarms.length).toBeGreaterThanOrEqual(10)
  for (const alarm of alarms) {
    const [, , cause = '', command = '', what = ''] = alarm.split(/(?<!\\)\|/).map((cell) => cell.trim())
    expect([cause, what]).not.toContain('')
    expect(command).toMatch(
      /^`(?:npm run cli -- \w+|curl -s http:\/\/127\.0\.0\.1:3000\/(?:api\/ready|metrics)|journalctl -u memeroom|df -h)/,
    )
  }
})
