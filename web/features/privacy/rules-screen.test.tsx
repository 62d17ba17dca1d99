import { expect, it, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { RulesScreen } from './rules-screen.tsx'

const [french, arabic, english] = [
  { language: 'fr', text: 'Soyez gentils.' },
  { language: 'ar', text: 'كونوا لطفاء.' },
  { language: 'en', text: 'Be kind.\n\nNo spam.' },
]

it.each([
  ['the reader’s language', [french, english], 'en', 'ltr', 'Be kind.No spam.'],
  ['the first language if there are none in the reader’s or in English', [arabic, french], 'ar', 'rtl', arabic.text],
])('shows the rules in %s', async (_, rules, lang, dir, text) => {
  await showScreen(<RulesScreen />, {
    texts: ['legal'],
    replies: { 'GET /config': { body: { success: true, data: { rules } } } },
  })
  const shown = await vi.waitFor(() => {
    const found = document.querySelector('main [lang]')
    if (!found) throw new Error('no rules are shown')
    return found
  })
  expect([shown.getAttribute('lang'), shown.getAttribute('dir'), shown.textContent]).toEqual([lang, dir, text])
})
