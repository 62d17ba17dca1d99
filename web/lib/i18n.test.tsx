import { expect, it, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { loadTexts, translate, useTranslation } from './i18n.ts'

it('loading texts does not render existing components again', async () => {
  let drawn = 0
  function Shown() {
    drawn += 1
    return <p>{useTranslation().t('common.close')}</p>
  }
  await showScreen(<Shown />)
  await vi.waitFor(() => expect(document.body.textContent).toContain('Close'))
  const before = drawn
  await loadTexts('help', 'history')
  await new Promise((resolve) => setTimeout(resolve))
  expect(drawn).toBe(before)
  expect(translate('help.title')).toBe('Keyboard shortcuts')
})
