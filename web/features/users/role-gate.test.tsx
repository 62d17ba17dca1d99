import { expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { leaveScreen, type Reply, showScreen } from '#test/web/screen.tsx'
import { mayModerate } from '../../lib/roles.ts'
import { signIn } from '../../lib/session.ts'
import { RoleGate } from './role-gate.tsx'

const { authentication: _, ...account } = signedIn
const me = (role: string): Record<string, Reply> => ({
  'GET /users/me': { body: { success: true, data: { ...account, role } } },
})
const show = (replies: Record<string, Reply>) =>
  showScreen(
    <RoleGate may={mayModerate} refusal="For moderators">
      The desk
    </RoleGate>,
    { replies },
  )
const shown = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text))

it('admits a member promoted after signing in', async () => {
  signIn(signedIn)
  await show(me('moderator'))
  await shown('The desk')
  expect(document.body.textContent).not.toContain('For moderators')
})

it('refuses other members, and visitors without a request', async () => {
  signIn(signedIn)
  const { sent } = await show(me('member'))
  await shown('For moderators')
  expect(sent.map(({ call }) => call)).toContain('GET /users/me')
  leaveScreen()
  const visitor = await show({})
  await shown('For moderators')
  expect(visitor.sent).toEqual([])
})

it('refuses members if the server does not return their account', async () => {
  signIn(signedIn)
  const body = { success: false, code: 'auth.accountSuspended', message: 'Suspended' }
  await show({ 'GET /users/me': { status: 403, body } })
  await shown('For moderators')
})
