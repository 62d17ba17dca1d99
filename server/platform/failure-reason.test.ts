import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { SELF_SIGNED } from '#test/self-signed.ts'
import { reasonOf } from './failure-reason.ts'

const failureOf = (url: string) =>
  fetch(url).then(
    () => expect.unreachable(),
    (error: unknown) => reasonOf(error),
  )

test('the reason of a failed request names the cause', async () => {
  expect(await failureOf('http://127.0.0.1:1234')).toMatch('ECONNREFUSED 127.0.0.1:1234')
  expect(await failureOf('https://nothing.invalid')).toMatch(/(ENOTFOUND|EAI_AGAIN) nothing\.invalid/)
  const server = createServer(SELF_SIGNED).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  expect(await failureOf(`https://127.0.0.1:${port}`)).toMatch(
    /^its certificate is not valid \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  )
})

test.each([{ parameters: new URLSearchParams('code=1') }, { message: { of: 'a library' } }, new Error('')])(
  'a cause without a text is not the reason: %j',
  (cause) => {
    const error = new Error('auth.providerTokenInvalid', { cause: new Error('"iss" is missing', { cause }) })
    expect(reasonOf(error)).toBe('"iss" is missing')
  },
)

test('an error without a cause is its own reason', () => {
  expect(reasonOf(new Error('first line\nsecond line'))).toBe('first line')
  expect(reasonOf('text')).toBe('text')
})
