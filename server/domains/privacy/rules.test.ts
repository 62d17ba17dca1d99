import { expect, test } from 'vitest'
import { retentionDates } from './rules.ts'

test('the retention periods match the privacy policy', () => {
  const dates = retentionDates(new Date('2030-03-15T10:20:30Z'))
  const days = (date: Date) => Math.round((Date.parse('2030-03-15T10:20:30Z') - date.getTime()) / 86_400_000)
  expect(days(dates.deleteInactiveSince)).toBe(1096)
  expect(days(dates.warnInactiveSince)).toBe(1066)
  expect(days(dates.warnedBefore)).toBe(30)
  expect(days(dates.analyticsBefore)).toBe(365)
  expect(dates.usageBefore.toISOString()).toBe('2028-03-14T00:00:00.000Z')
})
