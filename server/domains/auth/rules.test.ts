import { expect, test } from 'vitest'
import { networkOf, THROTTLES, throttleWaitSeconds } from './rules.ts'

test('waits are none, then double to a quarter of an hour', () => {
  const waits = [4, 5, 6, 7, 8, 9, 10, 11, 500].map((failures) =>
    throttleWaitSeconds(THROTTLES.accountFromNetwork, failures),
  )
  expect(waits).toEqual([0, 30, 60, 120, 240, 480, 900, 900, 900])
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
