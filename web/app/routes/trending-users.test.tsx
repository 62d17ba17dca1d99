import { expect, it, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { TrendingUsersRoute } from './trending-users.tsx'

it('shows the empty state where no one is trending', async () => {
  const none = { body: { success: true, data: [], page: 1, limit: 15, total: 0, hasNext: false } }
  await showScreen(<TrendingUsersRoute />, {
    path: '/trending-users',
    texts: ['trending', 'follows'],
    replies: { 'GET /users/trending': none },
  })
  await vi.waitFor(() => expect(document.body.textContent).toContain('No one is trending yet'), { timeout: 10_000 })
})
