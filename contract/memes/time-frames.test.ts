import { expect, it } from 'vitest'
import { PERIOD_OF, readTimeFrame } from './time-frames.ts'

it('requests the period of a time frame', () => {
  expect(PERIOD_OF).toEqual({ '24h': '24h', '1w': '7d', '1m': '1m' })
})

it('reads a time frame from the address and falls back to 24h', () => {
  expect(['1m', '1w', '24h', '7d', '', null, 'toString'].map(readTimeFrame)).toEqual([
    '1m',
    '1w',
    '24h',
    '24h',
    '24h',
    '24h',
    '24h',
  ])
})
