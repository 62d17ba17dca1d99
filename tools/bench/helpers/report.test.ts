import { describe, expect, test } from 'vitest'
import { withReport } from './report.ts'

const DOCUMENT = '# Benchmarks\n\n## follows\n\nWhat it is.\n\n## search\n\nOther.\n'
const report = (figure: string, engine = 'embedded') =>
  `\`follows 100\`; ${engine}; 2 × Some CPU; 2026-01-01\n\n| Figure | Measured | Goal |\n|---|---|---|\n| page | ${figure} | |`

describe('a report in the document', () => {
  test('is added at the end of its section', () => {
    const document = withReport(DOCUMENT, 'follows', report('1 ms'))
    expect(document.indexOf('What it is.')).toBeLessThan(document.indexOf('1 ms'))
    expect(document.indexOf('1 ms')).toBeLessThan(document.indexOf('## search'))
    expect(document).toContain('\n\n## search\n\nOther.\n')
  })

  test('replaces only the last one of the same command', () => {
    const first = withReport(withReport(DOCUMENT, 'follows', report('1 ms')), 'follows', report('2 ms', 'PostgreSQL'))
    const second = withReport(first, 'follows', report('3 ms'))
    expect(second).not.toContain('1 ms')
    expect(second).toContain('2 ms')
    expect(second.split('3 ms')).toHaveLength(2)
    expect(withReport(second, 'follows', report('3 ms'))).toBe(second)
  })

  test('creates a missing section', () => {
    const document = withReport(DOCUMENT, 'media', report('1 ms'))
    expect(document).toMatch(/## search\n\nOther\.\n\n## media\n\n<!-- report: follows 100, embedded -->\n/)
  })

  test('is added to the last section too', () => {
    expect(withReport(DOCUMENT, 'search', report('1 ms'))).toMatch(
      /Other\.\n\n<!-- report[\s\S]*<!-- end of report -->\n$/,
    )
  })
})
