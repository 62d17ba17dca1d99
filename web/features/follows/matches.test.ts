import { describe, expect, it } from 'vitest'
import { matches } from './matches.ts'

const mai = { username: 'mai.nguyen', displayName: 'Nguyễn Thị Mái', bio: 'Đà Nẵng, mèo và cà phê' }

describe('the search in a list of people', () => {
  it.each(['mai', 'MÁI', '@mai.ng', 'nguyen', 'da nang', 'mèo', 'cà phê mai', '  '])('finds by “%s”', (typed) => {
    expect(matches(mai, typed)).toBe(true)
  })

  it('accepts text with decomposed tone marks', () => {
    expect(matches(mai, 'Nguyễn'.normalize('NFD'))).toBe(true)
  })

  it.each(['maria', 'mai chó', 'phê nguyenx'])('does not find by “%s”', (typed) => {
    expect(matches(mai, typed)).toBe(false)
  })
})
