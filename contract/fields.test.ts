import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { allFields, type Field, withValue } from '#test/contract-fields.ts'
import { calls } from './calls.ts'
import { FIELD_CODES } from './errors.ts'
import { codeOfIssue, fieldErrors } from './field-code.ts'
import { pageLimit } from './primitives.ts'

const fields = allFields()
const nameOf = ({ key, part, path }: Field) => `${key} ${part}.${path.join('.')}`

/** Values of various lengths, so that a length limit does not mask an accepted character. */
const UNUSABLE = ['\0', '\ud800', 'an\0other', 'an\udfffother', `${'name'.repeat(8)}\0`, 'a\0b@example.com']

test('allFields finds values of every kind', () => {
  expect(new Set(fields.map(({ kind }) => kind))).toEqual(
    new Set(['text', 'uuid', 'time', 'number', 'choice', 'flag', 'list', 'object']),
  )
  expect(fields.map(nameOf)).toContain('POST /user-action body.metadata.userPreferences.language')
})

test('no text field accepts a NUL or a lone surrogate', () => {
  const texts = fields.filter(({ kind }) => kind === 'text' || kind === 'uuid' || kind === 'time')
  const open = texts.filter(({ schemas }) =>
    schemas.some(
      (schema) => schema._zod.def.type === 'string' && UNUSABLE.some((value) => schema.safeParse(value).success),
    ),
  )
  expect(open.map(nameOf)).toEqual([])
})

test('a required text needs a visible character, except secrets and names that programs use', () => {
  const UNSEEN = ['\u200b', '\u3164', '\u2800', '\u00ad', '\ufe0f', '\u2060', '\u0301']
  const OPAQUE = /password|token|challenge|code|url|credential|network|key$|id$/i
  const codesOf = ({ call, part, path }: Field, value: string) =>
    (call[part]?.safeParse(withValue({}, path, value), { error: codeOfIssue }).error?.issues ?? [])
      .filter((issue) => issue.path.join('.') === path.join('.'))
      .map(({ message }) => message)
  const required = fields.filter(
    (field) =>
      field.part !== 'params' &&
      field.kind === 'text' &&
      !OPAQUE.test(field.path.join('.')) &&
      codesOf(field, '').includes('requiredField'),
  )
  expect(required.map(nameOf)).toContain('POST /users/me/searches body.q')
  const open = required.filter((field) => UNSEEN.some((value) => codesOf(field, value.repeat(3)).length === 0))
  expect(open.map(nameOf)).toEqual([])
})

test('every path parameter has a schema', () => {
  for (const call of Object.values(calls)) {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const checked = fields.filter((field) => field.call === call && field.part === 'params').map(({ path }) => path[0])
    expect([call.path, checked]).toEqual([call.path, inPath])
  }
})

describe('field errors', () => {
  const WRONG: unknown[] = [
    ...[undefined, null, '', ' ', 'x', 'x'.repeat(300_000), 'NaN', 'Infinity', '-1', '1.5', '1e30', '99999999999'],
    ...[0, -1, 1.5, 1e30, Number.NaN, Number.POSITIVE_INFINITY, true, {}, [], [1], [[]], ...UNUSABLE],
    ...['2024-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '2024-01-01T00:00:00+23:59'],
  ]

  test('use only listed codes for every kind of wrong value', () => {
    const unlisted = new Set<string>()
    for (const { call, part, path } of fields) {
      for (const value of WRONG) {
        const result = call[part]?.safeParse(withValue({}, path, value), { error: codeOfIssue })
        for (const { message } of result?.error?.issues ?? [])
          if (!(FIELD_CODES as readonly string[]).includes(message)) unlisted.add(`${call.path} ${path}: ${message}`)
      }
    }
    expect([...unlisted]).toEqual([])
  })

  const codeOf = (key: keyof typeof calls, part: 'query' | 'body', path: string, value: unknown) => {
    const field = fields.find((one) => one.key === key && one.part === part && one.path.join('.') === path)
    const input = withValue({}, path.split('.'), value)
    const result = field?.call[part]?.safeParse(input, { error: codeOfIssue })
    return result?.error?.issues.find((issue) => issue.path.join('.') === path)?.message
  }

  test.each([
    ['POST /auth/login', 'body', 'email', undefined, 'requiredField'],
    ['POST /auth/login', 'body', 'email', 5, 'invalidType'],
    ['POST /auth/login', 'body', 'email', 'x@y', 'emailMinLength'],
    ['POST /auth/register', 'body', 'username', 'an\0other', 'invalidText'],
    ['POST /auth/register', 'body', 'acceptedTermsVersion', 'x'.repeat(41), 'tooLong'],
    ['POST /auth/register', 'body', 'password', '12345', 'passwordMinLength'],
    ['POST /auth/verify-email', 'body', 'code', 123456, 'invalidType'],
    ['PUT /users/me/profile', 'body', 'displayName', 'ab', 'displayNameMinLength'],
    ['PUT /users/me/profile', 'body', 'displayName', 'x'.repeat(50), undefined],
    ['PUT /users/me/profile', 'body', 'displayName', 'x'.repeat(51), 'displayNameMaxLength'],
    ['PUT /users/me/profile', 'body', 'bio', 'x'.repeat(501), 'bioMaxLength'],
    ['POST /albums', 'body', 'name', '   ', 'requiredField'],
    ['POST /albums', 'body', 'name', '\u202e\u200b', 'nameCharacters'],
    ['POST /albums', 'body', 'name', 'a'.repeat(61), 'nameMaxLength'],
    ['POST /meme/{id}/report', 'body', 'reason', 'boring', 'invalidValue'],
    ['POST /meme/{id}/report', 'body', 'note', 'x'.repeat(1001), 'noteMaxLength'],
    ['POST /users/me/tokens', 'body', 'name', 'x'.repeat(61), 'tooLong'],
    ['POST /users/me/tokens', 'body', 'scopes', [], 'requiredField'],
    ['POST /auth/google-oauth', 'body', 'access_token', '', 'requiredField'],
    ['POST /auth/google-one-tap', 'body', 'nonce', 'x'.repeat(201), 'tooLong'],
    ['POST /user-action', 'body', 'action', undefined, 'requiredField'],
    ['POST /user-action', 'body', 'action', 'explode', 'invalidValue'],
    ['POST /user-action', 'body', 'active', 'yes', 'invalidType'],
    ['POST /user-action', 'body', 'memeId', undefined, 'requiredField'],
    ['POST /user-action', 'body', 'memeId', 'x', 'invalidId'],
    ['POST /meme/bulk/known', 'body', 'keys', undefined, 'requiredField'],
    ['POST /meme/bulk/known', 'body', 'keys', 'x', 'invalidType'],
    ['POST /meme/bulk/known', 'body', 'keys', Array(201).fill('x'), 'tooLong'],
    ['GET /users/trending', 'query', 'page', '0', 'outOfRange'],
    ['GET /users/trending', 'query', 'page', '1e30', 'outOfRange'],
    ['GET /users/trending', 'query', 'page', 'x', 'invalidType'],
    ['GET /tags', 'query', 'none', 'x', undefined],
    ['GET /recommendation-feed', 'query', 'limit', '101', 'limitRange'],
    ['GET /users/{id}/followers', 'query', 'limit', '0', 'limitRange'],
    ['GET /users/{id}/followers', 'query', 'limit', '101', 'limitRange'],
    ['GET /recommendation-feed', 'query', 'cursor', 'a\0b', 'invalidCursor'],
    ['GET /vector-search/text', 'query', 'q', '  ', 'requiredField'],
    ['GET /vector-search/text', 'query', 'q', ['a', 'b'], 'invalidType'],
    ['GET /vector-search/text', 'query', 'lastScore', '-1e308', 'invalidCursor'],
    ['GET /meme/user/{id}', 'query', 'lastValue', '1.5', 'invalidCursor'],
    ['GET /meme/user/{id}', 'query', 'lastValue', '', 'invalidCursor'],
    ['GET /meme/user/{id}', 'query', 'lastValue', '2147483647', undefined],
    ['GET /meme/user/{id}', 'query', 'lastValue', '2147483648', 'invalidCursor'],
    ['GET /meme/user/{id}', 'query', 'lastCreatedAt', '2024-01-01T00:00:60Z', 'invalidCursor'],
    ['GET /meme/user/{id}', 'query', 'lastCreatedAt', '0001-01-01T00:00:00+00:01', 'invalidCursor'],
    ['GET /meme/user/{id}', 'query', 'lastCreatedAt', '9999-12-31T23:59:59-00:01', 'invalidCursor'],
    ['GET /meme/user/{id}', 'query', 'lastCreatedAt', '2024-01-01T00:00:00+14:00', undefined],
    ['GET /meme/user/{id}', 'query', 'lastCreatedAt', '2024-01-01T00:00:00+14:01', 'invalidCursor'],
  ] as const)('%s %s.%s', (key, part, path, value, code) => {
    expect(codeOf(key, part, path, value)).toBe(code)
  })
})

test('a field that breaks a rule twice is listed once', () => {
  const { error } = z.object({ limit: pageLimit(10) }).safeParse({ limit: '99999999999999999999' })
  expect(error?.issues.length).toBeGreaterThan(1)
  expect(error && fieldErrors(error)).toEqual([{ path: 'limit', code: 'limitRange' }])
})
