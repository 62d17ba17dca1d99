import { expect, it, vi } from 'vitest'
import type { SiteRules } from '#contract/site/settings.ts'
import { showScreen, type } from '#test/web/screen.tsx'
import { RulesFields } from './rules-fields.tsx'

it('has a text for each offered language and each with rules, and shows an error at its text', async () => {
  const changes: SiteRules[] = []
  const rules = [{ language: 'ar', text: 'كونوا لطفاء.' }]
  await showScreen(
    <RulesFields
      languages={['en', 'fr']}
      rules={rules}
      errors={{ rules: 'Too long', 'rules.0.text': 'Too long' }}
      onChange={(changed) => changes.push(changed)}
    />,
  )
  const fields = [...document.querySelectorAll('textarea')]
  expect(fields.map(({ lang, dir, value, labels }) => [labels?.[0]?.textContent, lang, dir, value])).toEqual([
    ['English', 'en', 'ltr', ''],
    ['Français', 'fr', 'ltr', ''],
    ['العربية', 'ar', 'rtl', 'كونوا لطفاء.'],
  ])
  expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual([null, null, 'true'])
  type('Français', 'Soyez gentils.')
  await vi.waitFor(() =>
    expect(changes).toEqual([[{ language: 'en', text: '' }, { language: 'fr', text: 'Soyez gentils.' }, ...rules]]),
  )
})
