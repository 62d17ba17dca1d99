import { describe, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { button, type Reply, showScreen, type } from '#test/web/screen.tsx'
import { signIn } from '../../lib/session.ts'
import type { Person } from './people-query.ts'
import { type Decision, PersonDialog } from './person-dialog.tsx'

const person: Person = {
  _id: '0190b1a2-0000-7000-8000-000000000001',
  username: 'lan',
  displayName: 'Lan',
  avatarUrl: null,
  role: 'member',
  createdAt: '2026-01-01T00:00:00.000Z',
  memesCount: 3,
  removedCount: 0,
  suspensionsCount: 0,
  isSuspended: false,
  email: 'lan@example.com',
  suspendedReason: null,
  suspendedUntil: null,
  invitedBy: null,
  stored: { memes: 3, bytes: 12_000_000 },
  quota: { memes: null, megabytes: null },
}
const onClose = vi.fn()
const show = (decision: Decision, replies: Record<string, Reply> = {}) => {
  signIn(signedIn)
  onClose.mockClear()
  return showScreen(<PersonDialog person={person} decision={decision} onClose={onClose} />, {
    texts: ['admin', 'desk'],
    replies,
  })
}
const dialog = () => document.querySelector('[role="dialog"]')

describe('the member dialog', () => {
  const calls = {
    suspend: ['Suspend', 'POST /moderation/users/0190b1a2-0000-7000-8000-000000000001/suspend'],
    unsuspend: ['Lift the suspension', 'POST /moderation/users/0190b1a2-0000-7000-8000-000000000001/unsuspend'],
    delete: ['Delete', 'POST /admin/people/0190b1a2-0000-7000-8000-000000000001/delete'],
  } as const
  for (const [decision, [name, call]] of Object.entries(calls) as [Decision, readonly [string, string]][])
    it(`sends the decision to ${decision} with its reason and closes`, async () => {
      const { sent } = await show(decision, { [call]: { body: { success: true, message: 'Done', decisionId: 'x' } } })
      await vi.waitFor(() => expect(dialog()?.textContent).toContain('@lan'))
      type('Reason', 'Because of spam')
      await vi.waitFor(() => button(name).click())
      await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
      expect(sent.filter((one) => one.call === call)).toEqual([{ call, body: { reason: 'Because of spam' } }])
    })

  it('requires a reason before sending', async () => {
    const { sent } = await show('delete')
    await vi.waitFor(() => expect(dialog()?.textContent).toContain("can't be restored"))
    type('Reason', '   ')
    button('Delete').click()
    await vi.waitFor(() => expect(dialog()?.textContent).toContain('Please give a reason'))
    expect([sent, onClose.mock.calls]).toEqual([[], []])
  })

  it('stays open with the typed reason when the server refuses', async () => {
    const [, call] = calls.suspend
    const body = { success: false, code: 'moderation.protected', message: 'Not this one' }
    const { sent } = await show('suspend', { [call]: { status: 403, body } })
    await vi.waitFor(() => expect(dialog()?.textContent).toContain('@lan'))
    type('Reason', 'Rude')
    button('Suspend').click()
    await vi.waitFor(() => expect(sent.map((one) => one.call)).toContain(call))
    await vi.waitFor(() => expect(button('Suspend').getAttribute('aria-busy')).not.toBe('true'))
    expect([onClose.mock.calls, document.querySelector('textarea')?.value]).toEqual([[], 'Rude'])
  })

  it('cancels without a decision', async () => {
    const { sent } = await show('suspend')
    await vi.waitFor(() => button('Cancel').click())
    expect([sent, onClose.mock.calls.length]).toEqual([[], 1])
  })
})
