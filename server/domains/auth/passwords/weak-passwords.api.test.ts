import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_MIN_CHARS } from '#contract/limits.ts'
import { isBreached } from '#server/domains/auth/passwords/breached-passwords.ts'
import { type Answer, createTestApp, type TestApp } from '#test/app.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeOf } from '#test/mailbox.ts'
import { hashPassword } from './passwords.ts'
import { weaknessOf } from './weak-passwords.ts'

const app = await appForFile()

const OLD = 'the old password'

async function memberWithPassword() {
  const member = await buildMember(app, { passwordHash: await hashPassword(OLD) })
  return { ...member, email: member.user.email ?? '', username: member.user.username }
}

/** Formats a failure, such as "400 newPassword passwordTooCommon". */
const failure = ({ status, body }: Answer) => `${status} ${body.errors?.[0]?.path} ${body.errors?.[0]?.code}`

describe('a common password is refused', () => {
  test.each([
    'aaaaaa',
    '123456',
    'Password1',
    'mustang1',
    '1q2w3e4r5t',
    'QWERTYUIOP',
    'abcdef',
    '987654',
    '123123123',
    'xyxyxyx',
    'anhyeuem',
    'ｐａｓｓｗｏｒｄ',
  ])('%s', (password) => {
    expect(weaknessOf(password, {})).toBe('passwordTooCommon')
  })

  test.each(['lan_meo', 'Lan_Meo1', '123lan_meo', 'lan@example.com', 'xLAN.NGUYEN', 'lan.nguyen99'])(
    '%s',
    (password) => {
      const email = password.startsWith('lan@') ? 'lan@example.com' : 'lan.nguyen@example.com'
      expect(weaknessOf(password, { username: 'lan_meo', email })).toBe('passwordHoldsName')
    },
  )

  test.each(['secret1', 'correct horse', 'lan_meo4711', 'mèo lười', 'tiger tiger', '112358', 'lansuper'])(
    'allows %s',
    (password) => {
      expect(weaknessOf(password, { username: 'lan_meo', email: 'lan@example.com' })).toBeNull()
    },
  )

  test('the list has at least the 3,000 most common passwords of an allowed length', () => {
    const words = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    expect(words.filter((word) => [...word].length >= PASSWORD_MIN_CHARS).length).toBeGreaterThanOrEqual(3000)
    expect(words.filter((word) => weaknessOf(word, {}) !== 'passwordTooCommon')).toEqual([])
  })
})

test('at sign-up, with a message in the language of the form; a short one is still called too short', async () => {
  const username = `weak${unique()}`
  const email = `${username}.mail@example.com`
  const register = (password: string, language = 'en') =>
    app.call('POST', '/auth/register', {
      body: { email, username, password },
      headers: { 'accept-language': language },
    })
  const common = await register('password')
  expect(failure(common)).toBe('400 password passwordTooCommon')
  expect(common.body.errors[0].message).toBe('This password is too common and easy to guess. Choose another')
  expect((await register('password', 'vi')).body.errors[0].message).toBe(
    'Mật khẩu này quá phổ biến, rất dễ bị đoán. Vui lòng chọn mật khẩu khác',
  )
  expect(failure(await register(`${username}1`))).toBe('400 password passwordHoldsName')
  expect(failure(await register(`${username}.mail`))).toBe('400 password passwordHoldsName')
  expect(failure(await register('aaaaa'))).toBe('400 password passwordMinLength')
  expect((await register('secret1')).status).toBe(201)
})

test('when changing the password, which stays the same', async () => {
  const { token, email, username } = await memberWithPassword()
  const change = (newPassword: string) =>
    app.call('POST', '/users/me/change-password', { token, body: { currentPassword: OLD, newPassword } })
  expect(failure(await change('iloveyou'))).toBe('400 newPassword passwordTooCommon')
  expect(failure(await change(username.toUpperCase()))).toBe('400 newPassword passwordHoldsName')
  expect(failure(await change(email))).toBe('400 newPassword passwordHoldsName')
  expect((await app.call('POST', '/auth/login', { body: { email, password: OLD } })).status).toBe(200)
})

test('at a reset, and the same code can still set another password', async () => {
  const { email, username } = await memberWithPassword()
  await app.call('POST', '/auth/forgot-password', { body: { email } })
  const code = await codeOf(app, email)
  const reset = (newPassword: string) =>
    app.call('POST', '/auth/reset-password', { body: { email, code, newPassword } })
  for (let times = 0; times < 6; times += 1)
    expect(failure(await reset('iloveyou'))).toBe('400 newPassword passwordTooCommon')
  expect(failure(await reset(`${username}12`))).toBe('400 newPassword passwordHoldsName')
  expect((await reset('a new password')).status).toBe(200)
})

test('a reset with a wrong code does not check the password', async () => {
  const { email } = await memberWithPassword()
  await app.call('POST', '/auth/forgot-password', { body: { email } })
  const code = (await codeOf(app, email)) === '000000' ? '111111' : '000000'
  const answer = await app.call('POST', '/auth/reset-password', { body: { email, code, newPassword: 'iloveyou' } })
  expect(answer.body.code).toBe('auth.codeInvalid')
})

describe('with a list of breached passwords', () => {
  let listed: TestApp
  let file: string
  const breached = Array.from({ length: 500 }, (_, index) => `leaked word ${index}`)
  const digestOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
  beforeAll(async () => {
    file = path.join(await mkdtemp(path.join(tmpdir(), 'memeroom-breached-')), 'list.txt')
    await writeFile(
      file,
      breached
        .map((word, index) => `${digestOf(word)}:${index ** 3}`)
        .sort()
        .join('\r\n'),
    )
    listed = await createTestApp({ breachedPasswords: file })
  })
  afterAll(() => listed.stop())
  const register = (password: string, language = 'en') => {
    const username = `leak${unique()}`
    const body = { email: `${username}@example.com`, username, password }
    return listed.call('POST', '/auth/register', { body, headers: { 'accept-language': language } })
  }

  test('finds every listed password and no other', async () => {
    expect(await Promise.all(breached.map((word) => isBreached(file, word)))).toEqual(breached.map(() => true))
    const others = breached.map((word) => `${word}!`)
    expect(await Promise.all(others.map((word) => isBreached(file, word)))).toEqual(others.map(() => false))
  })

  test('sign-up, change and reset refuse them, in both languages', async () => {
    const refused = await register('leaked word 7')
    expect(failure(refused)).toBe('400 password passwordBreached')
    expect(refused.body.errors[0].message).toContain('data breach')
    expect((await register('leaked word 7', 'vi')).body.errors[0].message).toContain('rò rỉ dữ liệu')
    expect((await register('a word of my own')).status).toBe(201)
    const { user, token } = await buildMember(listed, { passwordHash: await hashPassword(OLD) })
    const change = { currentPassword: OLD, newPassword: 'leaked word 499' }
    expect(failure(await listed.call('POST', '/users/me/change-password', { token, body: change }))).toBe(
      '400 newPassword passwordBreached',
    )
    await listed.call('POST', '/auth/forgot-password', { body: { email: user.email } })
    const reset = { email: user.email, code: await codeOf(listed, user.email ?? ''), newPassword: 'leaked word 0' }
    expect(failure(await listed.call('POST', '/auth/reset-password', { body: reset }))).toBe(
      '400 newPassword passwordBreached',
    )
    const other = { ...reset, newPassword: 'a word of my own' }
    expect((await listed.call('POST', '/auth/reset-password', { body: other })).status).toBe(200)
  })

  test('refuses every password while the list cannot be read', async () => {
    await rename(file, `${file}.gone`)
    const answer = await register('another word of my own')
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.anything()])
    await rename(`${file}.gone`, file)
  })
})
