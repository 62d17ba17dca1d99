import { afterAll, expect, test } from 'vitest'
import type { Role } from '#contract/people/roles.ts'
import { createTestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { employee, startIdentityProvider } from '#test/identity-provider.ts'
import { OidcBrowser } from '#test/oidc-browser.ts'

const roles = new Map<string, Role>([
  ['meme admins', 'admin'],
  ['meme team', 'moderator'],
])
const provider = await startIdentityProvider({ publicUrl: 'http://memeroom.test' })
afterAll(() => provider.stop())
const app = await appForFile({ oidcProviders: [{ ...provider.settings, roles }], logLevel: 'silent' })

type Person = ReturnType<typeof employee>
async function roleWith(who: Person, groups?: string[]): Promise<string> {
  const { body } = await new OidcBrowser(app.app, provider).signIn({ ...who, ...(groups ? { groups } : {}) })
  return body.data.role
}
const setRole = (username: string, role: Role) =>
  app.db.updateTable('users').set({ role }).where('username', '=', username)

test('a group gives its role, the highest of several, and revokes it when the group is removed', async () => {
  await buildMember(app, { role: 'admin' })
  const who = employee()
  expect(await roleWith(who, ['others'])).toBe('member')
  expect(await roleWith(who, ['meme team', 'meme admins'])).toBe('admin')
  expect(await roleWith(who, ['meme team'])).toBe('moderator')
  expect(await roleWith(who)).toBe('member')
  const events = await app.db.selectFrom('moderation_log').select('reason').where('action', '=', 'role').execute()
  expect(events.map(({ reason }) => reason)).toEqual(['member → admin', 'admin → moderator', 'moderator → member'])
})

test('a role that an admin gave stays without a group', async () => {
  const who = employee()
  const { body } = await new OidcBrowser(app.app, provider).signIn(who)
  await setRole(body.data.username, 'moderator').execute()
  expect(await roleWith(who, [])).toBe('moderator')
  expect(await roleWith(who, ['meme admins'])).toBe('admin')
})

test('the last admin stays in office without the group', async () => {
  const who = employee()
  expect(await roleWith(who, ['meme admins'])).toBe('admin')
  await app.db
    .updateTable('users')
    .set({ role: 'member' })
    .where('email', '<>', who.email ?? '')
    .execute()
  expect(await roleWith(who, [])).toBe('admin')
  await buildMember(app, { role: 'admin' })
  expect(await roleWith(who, [])).toBe('member')
})

test('groups have no effect without a mapping', async () => {
  const own = await createTestApp({ oidcProviders: [provider.settings] })
  const { body } = await new OidcBrowser(own.app, provider).signIn(employee({ groups: ['meme admins'] }))
  expect(body.data.role).toBe('member')
  await own.stop()
})
