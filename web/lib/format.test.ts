import { describe, expect, it } from 'vitest'
import { formatCompact, formatCountdown, formatDay, formatFileSize, formatMegabytes, formatMoment } from './format.ts'

describe('short numbers', () => {
  it.each([
    [0, '0', '0'],
    [999, '999', '999'],
    [1234, '1.2K', '1,2 N'],
    [3_400_000, '3.4M', '3,4 Tr'],
  ])('formats %i in both languages', (value, english, vietnamese) => {
    const plain = (text: string) => text.replace(/\s/g, ' ')
    expect([plain(formatCompact(value, 'en')), plain(formatCompact(value, 'vi'))]).toEqual([english, vietnamese])
  })
})

it('formats dates as people write them', () => {
  const noon = new Date(2026, 10, 7, 12, 5).toISOString()
  const plain = (text: string) => text.replace(/\s/g, ' ')
  expect([formatDay(noon, 'en'), formatDay(noon, 'vi')]).toEqual(['Nov 7, 2026', '7/11/2026'])
  expect([formatMoment(noon, 'en'), formatMoment(noon, 'vi')].map(plain)).toEqual([
    'Nov 7, 2026, 12:05 PM',
    '12:05 7/11/2026',
  ])
})

describe('a countdown', () => {
  it.each([
    [125, '2:05'],
    [59.2, '1:00'],
    [7, '0:07'],
    [-3, '0:00'],
  ])('formats %d seconds as %s', (seconds, text) => {
    expect(formatCountdown(seconds)).toBe(text)
  })
})

describe('the size of a file', () => {
  it.each([
    [1, '1 KB', '1 KB'],
    [12_000, '12 KB', '12 KB'],
    [1_572_864, '1.5 MB', '1,5 MB'],
  ])('of %i bytes is formatted in both languages', (bytes, english, vietnamese) => {
    expect([formatFileSize(bytes, 'en'), formatFileSize(bytes, 'vi')]).toEqual([english, vietnamese])
  })

  it.each([
    [0, '0.0 MB', '0,0 MB'],
    [900, '0.01 MB', '0,01 MB'],
    [20_000, '0.02 MB', '0,02 MB'],
    [104_858, '0.1 MB', '0,1 MB'],
  ])('of %i bytes in megabytes is not rounded to 0', (bytes, english, vietnamese) => {
    expect([formatMegabytes(bytes, 'en'), formatMegabytes(bytes, 'vi')]).toEqual([english, vietnamese])
  })
})
