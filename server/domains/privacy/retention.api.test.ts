import { describe, expect, test, vi } from 'vitest'
import { accountDeletionHooks } from '#server/domain-deps.ts'
import { buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { previewRetention, runRetention } from './run-retention.ts'

const app = await appForFile()

const DAY_MS = 86_400_000
const YEAR_MS = 365.25 * DAY_MS
const in3Years = (days = 0) => new Date(Date.now() + 3 * YEAR_MS + days * DAY_MS)
const run = (now: Date) => runRetention({ ...app.deps, ...accountDeletionHooks(app.deps) }, now)
const mailsTo = (address: string | null) => app.mails.filter((mail) => mail.to === address)
const exists = async (userId: string) =>
  (await app.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined

describe('an unused account', () => {
  test('is warned 30 days before the end of three years, then deleted', async () => {
    const passwordHash = await hashPassword('whatever')
    const { user } = await buildMember(app, { contentLanguage: 'vi', passwordHash })
    await run(in3Years(-31))
    expect(mailsTo(user.email)).toEqual([])
    await run(in3Years(-29))
    expect((await app.mailTo(user.email ?? '')).subject).toBe('Tài khoản Memeroom của bạn sắp bị xóa')
    await run(in3Years(-28))
    await run(in3Years(0.5))
    expect(mailsTo(user.email)).toHaveLength(1)
    expect(await exists(user.id)).toBe(true)
    await run(in3Years(2))
    expect(await exists(user.id)).toBe(false)
    const login = await app.call('POST', '/auth/login', { body: { email: user.email, password: 'whatever' } })
    expect(login.body.code).toBe('auth.accountDeleted')
  })

  test('stays for 30 days after a late warning', async () => {
    const { user } = await buildMember(app)
    await run(in3Years(100))
    expect(await exists(user.id)).toBe(true)
    await run(in3Years(129))
    expect(await exists(user.id)).toBe(true)
    await run(in3Years(131))
    expect(await exists(user.id)).toBe(false)
  })

  test('stays when its owner returns after the warning, and is warned again years later', async () => {
    const { user } = await buildMember(app)
    await run(in3Years(-29))
    await app.mailTo(user.email ?? '')
    await changeUsers(app.db, user.id, { last_active_at: in3Years(-10) })
    await run(in3Years(40))
    expect(await exists(user.id)).toBe(true)
    await run(new Date(in3Years(-10).getTime() + 3 * YEAR_MS - 5 * DAY_MS))
    await app.mailTo(user.email ?? '', 2)
    expect(await exists(user.id)).toBe(true)
    await app.db.deleteFrom('users').where('id', '=', user.id).execute()
  })
})

test('a dry run counts and changes nothing', async () => {
  const { user } = await buildMember(app)
  const before = await app.db.selectFrom('users').selectAll().orderBy('id').execute()
  const counts = await previewRetention(app.deps, in3Years(-29))
  expect(counts.toWarn).toBe(before.filter((row) => !row.is_demo).length)
  expect(counts.toDelete).toBe(0)
  expect(await app.db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before)
  expect(mailsTo(user.email)).toEqual([])
})

test('the operator’s dry run prints the planned changes and makes none', async () => {
  const { user } = await buildMember(app)
  vi.useFakeTimers({ toFake: ['Date'], now: in3Years(-29) })
  const dry = await operate(app.deps, 'retention', '--dry-run')
  const wrong = await operate(app.deps, 'retention', '--wet-run')
  vi.useRealTimers()
  expect([dry.code, wrong.code]).toEqual([0, 1])
  const members = await app.db.selectFrom('users').select('id').where('is_demo', '=', false).execute()
  expect(dry.lines.map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
    'Would be done:',
    `accounts to warn ${members.length}`,
    'accounts to delete 0',
    'ledger rows to sum up 0',
    'hourly sums to delete 0',
    'expired copies of data 0',
  ])
  expect(wrong.lines).toEqual(['usage: retention [--dry-run]'])
  expect(mailsTo(user.email)).toEqual([])
})

test('ledger rows older than two years become anonymous sums, without changing likes and counters', async () => {
  const { user, token } = await buildMember(app)
  const meme = await buildMeme(app)
  for (const action of ['view', 'like', 'copy'])
    await app.call('POST', '/user-action', {
      token,
      body: { memeId: meme.id, action, metadata: { sourceType: 'feed' } },
    })
  const rows = () => app.db.selectFrom('actions').selectAll().where('meme_id', '=', meme.id).execute()
  await run(new Date(Date.now() + 2 * YEAR_MS - 2 * DAY_MS))
  expect(await rows()).toHaveLength(3)
  const before = await app.db.selectFrom('action_history').selectAll().execute()
  await run(new Date(Date.now() + 2 * YEAR_MS + 2 * DAY_MS))
  await run(new Date(Date.now() + 2 * YEAR_MS + 3 * DAY_MS))
  expect(await rows()).toEqual([])
  expect(before).toEqual([])
  const history = await app.db.selectFrom('action_history').select(['action', 'total']).orderBy('action').execute()
  expect(history.map(({ action, total }) => [action, Number(total)])).toEqual([
    ['copy', 1],
    ['like', 1],
    ['view', 1],
  ])
  const days = await app.db.selectFrom('action_history').select('day').distinct().execute()
  expect(days).toHaveLength(1)
  const shown = await app.call('GET', `/meme/${meme.id}`, { token })
  expect(shown.body.data.stats).toEqual({ viewCount: 1, likeCount: 1, copyCount: 1, dislikeCount: 0 })
  expect(shown.body.data.viewer.isLiked).toBe(true)
  await app.db.deleteFrom('users').where('id', '=', user.id).execute()
})

test('hourly sums are deleted after a year', async () => {
  const { token } = await buildMember(app)
  const meme = await buildMeme(app)
  await app.call('POST', '/user-action', {
    token,
    body: { memeId: meme.id, action: 'view', metadata: { sourceType: 'feed' } },
  })
  const hours = () => app.db.selectFrom('meme_hours').selectAll().where('meme_id', '=', meme.id).execute()
  await run(new Date(Date.now() + YEAR_MS - 2 * DAY_MS))
  expect(await hours()).toHaveLength(1)
  await run(new Date(Date.now() + YEAR_MS + 2 * DAY_MS))
  expect(await hours()).toEqual([])
})
