import { expect, test } from 'vitest'
import { ageProof, buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { poll } from '#test/poll.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'

const app = await appForFile()

test('downloading the export needs a fresh proof of identity, as requesting it does', async () => {
  const password = 'the password'
  const { user, token } = await buildMember(app, { passwordHash: await hashPassword(password) })
  const asked = await app.call('POST', '/users/me/export', { token })
  const ready = async () => {
    const { data } = (await app.call('GET', '/users/me/export', { token })).body
    return data.status === 'ready' ? true : undefined
  }
  await poll(ready, { withinMs: 20_000, everyMs: 50, missing: 'the copy is not ready' })
  await ageProof(app, user.id)
  const download = () => app.call('GET', `/users/me/export/${asked.body.data._id}/file`, { token })
  const refused = await download()
  expect([refused.status, refused.body.code, refused.body.method]).toEqual([403, 'auth.confirmFirst', 'password'])
  await app.call('POST', '/auth/confirm', { token, body: { password } })
  const given = await download()
  expect([given.status, given.headers['content-type']]).toEqual([200, 'application/zip'])
})
