import { expect, test } from 'vitest'
import { BARE, CAPITALS } from './capital-classes.ts'
import { FEATURES } from './capital-features.ts'
import { type CapitalNet, classify, packNet, trainedNet, unpackNet } from './capital-net.ts'

const floats = (length: number, step: number) => Float32Array.from({ length }, (_, index) => Math.sin(index * step))
const net: CapitalNet = {
  hidden: 3,
  inner: floats(3 * FEATURES, 0.7),
  innerBias: floats(3, 1.1),
  outer: floats(3 * CAPITALS.length, 0.3),
  outerBias: floats(CAPITALS.length, 0.9),
}

test('a packed net classifies as before', () => {
  const features = floats(FEATURES, 0.05)
  const [before, after] = [classify(net, features), classify(unpackNet(packNet(net)), features)]
  before.forEach((chance, index) => {
    expect(Math.abs(chance - (after[index] ?? 0))).toBeLessThan(0.5)
  })
  expect(after.reduce((sum, chance) => sum + Math.exp(chance), 0)).toBeCloseTo(1, 4)
})

test('rejects weights with the wrong shape', () => {
  expect(() => unpackNet(packNet(net).subarray(1))).toThrow('do not fit')
})

test('the shipped weights match the list of letters', () => {
  expect(trainedNet().outerBias).toHaveLength(CAPITALS.length)
  expect(new Set(CAPITALS).size).toBe(CAPITALS.length)
  expect(BARE[CAPITALS.indexOf('Ậ')]).toBe('a')
})
