import { describe, expect, test } from 'vitest'
import { accentTokens, carriesWhiteText, contrastOf, TEXT_CONTRAST_MIN } from './accent.ts'

describe('an accent color', () => {
  test.each(['#d4361c', '#1748c9', '#000000', '#0a6b55', '#6b21a8', '#767676'])(
    'of %s is readable in both themes, as background and as text',
    (color) => {
      expect(carriesWhiteText(color)).toBe(true)
      const { light, dark } = accentTokens(color)
      const pairs = [light, dark].flatMap((theme, index) => [
        [theme['--on-accent'], theme['--accent']],
        [theme['--accent-text'], theme['--accent-soft']],
        [theme['--accent-text'], index === 0 ? '#fbf6ee' : '#16120f'],
        [theme['--accent-text'], index === 0 ? '#f2eadd' : '#29231e'],
      ])
      for (const [text = '', behind = ''] of pairs)
        expect(contrastOf(text, behind), `${text} on ${behind}`).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN)
    },
  )

  test.each(['#ffd277', '#ffffff', '#ff6c4e', '#777777'])('of %s is too light for white text', (color) => {
    expect(carriesWhiteText(color)).toBe(false)
  })

  test('is compared with the contrast formula of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 1)
  })
})
