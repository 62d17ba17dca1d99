import { expect, test } from 'vitest'
import en from '../../locales/en/legal.json' with { type: 'json' }
import vi from '../../locales/vi/legal.json' with { type: 'json' }
import { LEGAL_SECTIONS, type LegalDocument } from './legal-documents.ts'

const keysOf = (value: unknown): unknown =>
  typeof value === 'string' ? '' : Object.entries(value as object).map(([key, child]) => [key, keysOf(child)])

test('both languages have the same structure', () => {
  expect(keysOf(vi)).toEqual(keysOf(en))
})

test.each(['privacy', 'terms', 'deletion'] satisfies LegalDocument[])(
  'the sections of %s match its navigation',
  (document) => {
    const sections = Object.entries(en[document])
      .filter(([, value]) => typeof value !== 'string')
      .map(([key]) => key)
    expect(sections).toEqual([...LEGAL_SECTIONS[document]])
  },
)

test.each([
  [
    'en',
    en,
    ['13', '2 years', '3 years', '1 year', '30 days', 'December 15, 2024', '12 months', 'Vietnam', 'royalty-free'],
  ],
  ['vi', vi, ['13', '2 năm', '3 năm', '1 năm', '30 ngày', '15 tháng 12 năm 2024', '12 tháng', 'Việt Nam', 'miễn phí']],
] as const)('the %s texts include every promised figure', (_language, texts, promises) => {
  const whole = JSON.stringify(texts)
  for (const promise of promises) expect(whole).toContain(promise)
})

test('deletion takes four steps', () => {
  expect(Object.keys(en.deletion.steps.points)).toHaveLength(4)
})
