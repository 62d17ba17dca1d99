import { expect, test } from 'vitest'
import { THROTTLES, throttleWaitSeconds } from './rules.ts'

test('the first waits are zero, then they double up to fifteen minutes', () => {
  const waits = [4, 5, 6, 7, 8, 9, 10, 11, 500].map((failures) =>
    throttleWaitSeconds(THROTTLES.accountFromNetwork, failures),
  )
  expect(waits).toEqual([0, 30, 60, 120, 240, 480, 900, 900, 900])
})
