import { afterEach, expect, it, vi } from 'vitest'
import { leaveScreen, showScreen } from '#test/web/screen.tsx'
import { site } from '../../lib/site.ts'
import { LanguageChoice } from './language-choice.tsx'

const before = site.get()
afterEach(() => {
  site.set(before)
  leaveScreen()
})

it.each([
  [1, 0, 0],
  [3, 3, 0],
  [5, 0, 5],
])('a choice of %i languages has %i radio buttons or %i options', async (count, radios, options) => {
  site.set({ ...before, languages: ['en', 'vi', 'fr', 'pl', 'zh-Hant'].slice(0, count) })
  await showScreen(<LanguageChoice />)
  const found = () => ['[type=radio]', 'option'].map((each) => document.querySelectorAll(each).length)
  // The list loads lazily.
  await vi.waitFor(() => expect(found()).toEqual([radios, options]), { timeout: 10_000 })
})
