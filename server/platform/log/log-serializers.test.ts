import { expect, test } from 'vitest'
import { ACCESS_TOKEN_PREFIX } from '#contract/auth/tokens.ts'
import { GIF_KEY_PREFIX } from '#contract/site/gif-keys.ts'
import { errorForLog, withoutSecrets } from './log-serializers.ts'

test.each([
  ['550 <lan.anh+x@mail.example.com> is unknown', '550 <[address]> is unknown'],
  ['postgres://memes:p%40ss@db:5432/memes refused', 'postgres://[login]@db:5432/memes refused'],
  ['smtps://name:word@mail:465', 'smtps://[login]@mail:465'],
  [
    'GET https://site.example/verify-email?token=abc&x=1 failed',
    'GET https://site.example/verify-email?[query] failed',
  ],
  ['https://site.example/claim#code=123456', 'https://site.example/claim#[query]'],
  ['Authorization: Bearer aaa.bbb.ccc', 'Authorization: Bearer [token]'],
  ['token eyJhbGciOiJI.eyJzdWIi.c2ln is late', 'token [token] is late'],
  [`${ACCESS_TOKEN_PREFIX}${'a'.repeat(43)}!`, '[token]!'],
  [`/gif/klipy/api/v1/${GIF_KEY_PREFIX}${'a'.repeat(32)}/gifs`, '/gif/klipy/api/v1/[token]/gifs'],
  ['invalid input syntax for type uuid: "my password"', 'invalid input syntax for type uuid: "[value]"'],
  [`Unexpected token 'h', "hunter2 is "... is not valid JSON`, `Unexpected token 'h', "[value]"... is not valid JSON`],
])('%s', (text, kept) => {
  expect(withoutSecrets(text)).toBe(kept)
})

test.each([
  'relation "memes" does not exist',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'duplicate key value',
  'at file:///srv/memeroom/server/app.ts:12:3',
])('%s is unchanged', (text) => {
  expect(withoutSecrets(text)).toBe(text)
})

test('logs only the identifying parts of an error and its causes', () => {
  const row = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint: 'users_email_key',
    detail: 'Key (email)=(lan@example.com) already exists.',
    where: 'hunter2',
    parameters: ['hunter2'],
  })
  const logged = errorForLog(new Error('mail to lan@example.com failed', { cause: row }))
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'mail to [address] failed',
    cause: { message: 'duplicate key value', code: '23505', constraint: 'users_email_key' },
  })
  expect(JSON.stringify(logged)).not.toMatch(/hunter2|lan@/)
  expect(errorForLog({ password: 'hunter2' })).toEqual({ type: 'object', message: '', stack: '' })
})

test('stops at an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(errorForLog(error))).toContain('round')
})
