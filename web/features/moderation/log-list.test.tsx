import { expect, test, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { LogList } from './log-list.tsx'

const entry = (action: string, reason: string) => ({
  _id: action,
  action,
  reason,
  actor: null,
  targetKind: 'user',
  targetId: 'a',
  targetName: 'lan',
  at: '2026-11-27T09:00:00.000Z',
})

test('the log shows roles by name and the end of a password link as a day', async () => {
  await showScreen(<LogList />, {
    texts: ['desk', 'admin'],
    replies: {
      'GET /moderation/log': {
        body: {
          success: true,
          data: [
            entry('create', 'admin'),
            entry('role', 'member → moderator'),
            entry('resetLink', '2026-12-04T09:38:16.823Z'),
          ],
          hasNextPage: false,
          nextCursor: null,
        },
      },
    },
  })
  const { body } = document
  await vi.waitFor(() => expect(body.textContent).toContain('valid until'))
  for (const text of ['Admin', 'Member → Moderator']) expect(body.textContent).toContain(text)
  expect(body.textContent).not.toContain('09:38:16')
})
