import { describe, expect, it } from 'vitest'
import { findGlyph, hasGlyph } from './fonts.ts'
import { drawLayout, layoutText, measure, type TextStyle, textBox } from './text.ts'

const CAPS: TextStyle = { font: 'caption', max: 90, min: 30, fill: '#ffffff', upper: true }

describe('text set as outlines', () => {
  it('has every Vietnamese letter, upper and lower case, in every font', () => {
    const letters = 'aàáảãạăằắẳẵặâầấẩẫậeèéẻẽẹêềếểễệiìíỉĩịoòóỏõọôồốổỗộơờớởỡợuùúủũụưừứửữựyỳýỷỹỵđ'
    for (const font of ['caption', 'comic', 'hand', 'plain', 'heavy'] as const) {
      const missing = [...letters, ...letters.toUpperCase()].filter((letter) => !hasGlyph(font, letter))
      expect(missing, font).toEqual([])
    }
  })

  it('refuses a letter that no part of the font has, rather than draw a blank box', () => {
    expect(() => findGlyph('caption', '漢')).toThrow(/U\+6f22/)
  })

  it('composes decomposed input before it looks for glyphs', () => {
    const box = { x: 0, y: 0, w: 400, h: 100 }
    expect(textBox('mèo ngủ'.normalize('NFD'), box, CAPS)).toBe(textBox('mèo ngủ'.normalize('NFC'), box, CAPS))
  })

  it('keeps every line inside the width and the whole inside the height', () => {
    const layout = layoutText('khi bạn nhận ra mọi thứ vẫn ổn mà không ai hỏi', 420, 260, CAPS)
    expect(layout.lines.length).toBeGreaterThan(1)
    expect(Math.max(...layout.lines.map((line) => line.width))).toBeLessThanOrEqual(420)
    expect(layout.height).toBeLessThanOrEqual(260)
  })

  it('keeps stacked marks of one line off the letters of the line above', () => {
    const { leading, size } = layoutText('ggg\nẾẨỖ', 900, 600, { ...CAPS, upper: false, leading: 0.5 })
    const plain = layoutText('aaa\naaa', 900, 600, { ...CAPS, upper: false, leading: 0.5 })
    expect(leading / size).toBeGreaterThan((plain.leading / plain.size) * 1.5)
  })

  it('says so when a text fits at no size', () => {
    expect(() => layoutText('một câu rất dài không thể nào vừa', 60, 40, CAPS)).toThrow(/does not fit/)
  })

  it('leaves no lonely last word', () => {
    const { lines } = layoutText('one two three four five six seven', 700, 400, { ...CAPS, max: 80, min: 80 })
    expect(lines.at(-1)?.text.split(' ').length).toBeGreaterThan(1)
  })

  it('writes numbers that path parsers can tell apart', () => {
    const layout = layoutText('lười biếng 100 %', 900, 200, { ...CAPS, font: 'hand' })
    const svg = drawLayout(layout, { x: 0, y: 0, w: 900, h: 200 }, CAPS)
    const d = /d="([^"]+)"/.exec(svg)?.[1] ?? ''
    for (const [, command, numbers] of d.matchAll(/([MLQC])([^MLQCZ]+)/g)) {
      const count = { M: 2, L: 2, Q: 4, C: 6 }[command ?? 'M']
      expect(numbers?.trim().split(' ')).toHaveLength(count ?? 0)
    }
    expect(d.length).toBeGreaterThan(500)
  })

  it('measures longer text as wider', () => {
    expect(measure('plain', 40, 'phở bò')).toBeGreaterThan(measure('plain', 40, 'phở'))
  })
})
