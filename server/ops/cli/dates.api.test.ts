import { describe, expect, test } from 'vitest'
import { timeFrom } from '#server/ops/import/import-item.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { commands } from './commands.ts'

const NONE = [
  ...['2027-02-31', '2027-02-29', '2027-04-31', '2027-00-10', '2027-13-01', '2027-01-00', '2027-01-32'],
  ...['2027-02-31T00:00:00Z', '2027-04-31T10:00:00+07:00', '2027-01-01T24:00:00Z', '2027-01-01T10:61:00Z'],
  ...['2027-01-01T00:00:00+23:59', '31/12/2027', 'tomorrow', '2027', '', '12027-01-01', '+012027-01-01'],
]
const SOME = ['2096-02-29', '2098-12-31', '2098-12-31T10:00', '2098-12-31T10:00:00Z', '2098-12-31T10:00:00+07:00']

const app = await appForFile()

/** Arguments that pass a date to each command's option, by command and option. */
const OPTIONS: Record<string, (name: string, date: string) => string[]> = {
  'user --until': (name, date) => ['user', 'suspend', name, 'Spam', '--until', date],
}

test('this test covers every option with a date', () => {
  const found = Object.entries(commands).flatMap(([command, { usage }]) =>
    [...usage.matchAll(/(--[\w-]+)[ =](?:DATE|DAY|TIME)\b/g)].map(([, option]) => `${command} ${option}`),
  )
  expect(found).toEqual(Object.keys(OPTIONS))
})

describe.each(Object.entries(OPTIONS))('%s', (_option, wordsFor) => {
  const tryWith = async (date: string) => {
    const { user } = await buildMember(app)
    const { code } = await operate(app.deps, ...wordsFor(user.username, date))
    const { suspended_at, suspended_until } = await app.db
      .selectFrom('users')
      .select(['suspended_at', 'suspended_until'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    return { code, isSuspended: suspended_at !== null, until: suspended_until?.toISOString() }
  }

  test.each(NONE)('rejects %j', async (date) => {
    expect(await tryWith(date)).toEqual({ code: 1, isSuspended: false, until: undefined })
  })
  test.each(SOME)('accepts %s', async (date) => {
    expect(await tryWith(date)).toEqual({ code: 0, isSuspended: true, until: new Date(date).toISOString() })
  })
})

test('a suspension with a missing or invalid end is refused', async () => {
  const { user } = await buildMember(app)
  for (const words of [['--until'], ['--until='], ['--until=2027-02-31']])
    expect((await operate(app.deps, 'user', 'suspend', user.username, 'Spam', ...words)).code).toBe(1)
  expect((await operate(app.deps, 'user', 'suspend', user.username, 'Spam', '--until=2098-12-31')).code).toBe(0)
})

test('an import ignores a day that does not exist', () => {
  expect(timeFrom('2024-02-31T10:00:00Z')).toBeUndefined()
  expect(timeFrom('yesterday')).toBeUndefined()
  expect(timeFrom(undefined)).toBeUndefined()
  expect(timeFrom('2024-02-29T10:00:00.123456-05:00')?.toISOString()).toBe('2024-02-29T15:00:00.123Z')
})
