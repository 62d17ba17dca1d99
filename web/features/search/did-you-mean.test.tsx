import { expect, it } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { DidYouMean } from './did-you-mean.tsx'

it('links to the corrected search', async () => {
  await showScreen(<DidYouMean text="mèo cười" to="/?search=m%C3%A8o+c%C6%B0%E1%BB%9Di&sort=newest" />)
  expect(document.body.textContent).toContain('Did you mean')
  const link = document.querySelector('a')
  expect(link?.textContent).toBe('mèo cười')
  expect(link?.getAttribute('href')).toBe('/?search=m%C3%A8o+c%C6%B0%E1%BB%9Di&sort=newest')
})
