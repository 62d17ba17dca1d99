import { expect, it, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { tapFollow } from '../../features/follows/tap-follow.ts'
import { FollowingEmpty } from './following-empty.tsx'

it('shows the memes of a followed person only after the server has the follow', async () => {
  signInAs('me')
  const onShow = vi.fn()
  await showScreen(<FollowingEmpty onShow={onShow} />)
  let answer = (_response: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  tapFollow({ username: 'linh', displayName: 'Linh' }, { isFollowing: false })
  const button = () => document.querySelector<HTMLButtonElement>('button[aria-busy]') ?? undefined
  await vi.waitFor(() => expect(button()).toBeDefined())
  button()?.click()
  expect(onShow).not.toHaveBeenCalled()

  const relationship = { isFollowing: true, isFollowedBy: false, followedAt: '2026-01-01T00:00:00.000Z' }
  const data = { relationship, followersCount: 1, followingCount: 1 }
  answer(Response.json({ success: true, data }))
  await vi.waitFor(() => {
    expect(button()).toBeUndefined()
    document.querySelector('button')?.click()
    expect(onShow).toHaveBeenCalled()
  })
})
