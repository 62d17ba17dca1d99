import { expect, it } from 'vitest'
import { PERIOD_OF, readTimeFrame } from './time-frames.ts'

it('asks for the period that a time frame stands for', () => {
  expect(PERIOD_OF).toEqual({ '24h': '24h', '1w': '7d', '1m': '1m' })
})

it('reads a time frame from the address, and takes 24h for whatever is none', () => {
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
