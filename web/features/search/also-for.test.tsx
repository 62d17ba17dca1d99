import { expect, it } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { AlsoFor } from './also-for.tsx'

it('names the translations, and links to the search without them', async () => {
  await showScreen(<AlsoFor words={['mèo', '🐱']} offTo="/?search=cat&translate=off" />)
  expect(document.body.textContent).toContain('Also for: mèo, 🐱')
  const link = document.querySelector('a')
  expect(link?.textContent).toBe('Only my words')
  expect(link?.getAttribute('href')).toBe('/?search=cat&translate=off')
})
