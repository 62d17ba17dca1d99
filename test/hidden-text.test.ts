import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const WEB = new URL('../web/', import.meta.url)

it('hidden texts for screen readers use only web/ui/visually-hidden', () => {
  const sheets = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'))
  const hiding = sheets.filter((path) => readFileSync(new URL(path, WEB), 'utf8').includes('clip-path: inset(50%)'))
  expect(hiding).toEqual(['ui/visually-hidden.module.css'])
})
