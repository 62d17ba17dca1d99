import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  call,
  card,
  expectFollowState,
  followButton,
  HOSTILE,
  host,
  isBlocked,
  meetOnePerson,
  NAMES,
  ORDINARY,
  relate,
  relation,
  screen,
  screens,
  show,
  until,
  username,
} from '#test/web/one-person.tsx'
import { button } from '#test/web/screen.tsx'
import { FollowsDialog } from '../features/follows/follows-dialog.tsx'
import { FoundPeople } from '../features/follows/found-people.tsx'
import { HiddenLists } from '../features/users/hidden-lists.tsx'
import { api } from '../lib/api.ts'

meetOnePerson()

describe.each([ORDINARY, ...HOSTILE])('the follow of %s', (name) => {
  beforeEach(() => {
    call(name)
  })

  it('shows everywhere with its followers, and so does an unfollow', async () => {
    await show(screens())
    await expectFollowState('Follow back', false)
    followButton('the profile')?.click()
    await expectFollowState('Following', true)
    await until(() => expect(screen('the profile')?.textContent).toMatch(/7\s*followers/))
    expect(screen('the page of a meme')?.textContent).toMatch(/7 followers/)
    expect(document.body.textContent).not.toContain('NaN')
    followButton('the page of a meme')?.click()
    await expectFollowState('Follow back', false)
    await until(() => expect(screen('the page of a meme')?.textContent).toMatch(/6 followers/))
  })
})

describe('following a person', () => {
  it.each(NAMES)('shows on all screens after a change on %s', async (where) => {
    await show(screens())
    await expectFollowState('Follow back', false)
    followButton(where)?.click()
    await expectFollowState('Following', true)
    expect(relation.isFollowing).toBe(true)
  })

  it('takes a newer answer of the server', async () => {
    await show(screens())
    await expectFollowState('Follow back', false)
    followButton('the profile')?.click()
    await expectFollowState('Following', true)
    await until(() => expect(followButton('the profile')?.hasAttribute('aria-busy')).toBe(false))
    // Unfollow on another device.
    relate({ isFollowing: false, isFollowedBy: false })
    await api('GET /users/{id}', { params: { id: username } })
    await expectFollowState('Follow', false)
  })

  it('ignores an older answer that arrives late', async () => {
    await show(screens())
    await expectFollowState('Follow back', false)
    const old = JSON.stringify({ success: true, data: card() })
    const { fetch } = globalThis
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    const held = vi.fn(async () => {
      await promise
      return new Response(old)
    })
    vi.stubGlobal('fetch', held)
    const late = api('GET /users/{id}', { params: { id: username } })
    await until(() => expect(held).toHaveBeenCalled())
    vi.stubGlobal('fetch', fetch)
    followButton('the profile')?.click()
    await expectFollowState('Following', true)
    answer()
    await late
    await expectFollowState('Following', true)
  })

  it('ends with a block, and shows the server’s state after an unblock', async () => {
    await show({ ...screens(), hidden: <HiddenLists userId="id of linh" /> })
    await expectFollowState('Follow back', false)
    followButton('the profile')?.click()
    await expectFollowState('Following', true)
    await until(() => expect(relation.isFollowing).toBe(true))
    button('More actions').click()
    await until(() => expect(document.querySelectorAll('[role="menuitem"]').length).toBeGreaterThan(1))
    const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      (one) => one.textContent === 'Block',
    )
    entry?.click()
    await until(() => expect(isBlocked).toBe(true))
    await expectFollowState('Follow', false, ['a row of a search', 'the page of a meme'])
    await until(() => button('Unblock').click())
    await until(() => expect(isBlocked).toBe(false))
    await expectFollowState(
      'Follow',
      false,
      NAMES.filter((name) => name !== 'the own followers'),
    )
  })

  it('follow back disappears everywhere after removing the follower', async () => {
    await show(screens())
    await expectFollowState('Follow back', false)
    button('Remove').click()
    await until(() => expect(document.querySelectorAll('[role="dialog"] button').length).toBeGreaterThan(1))
    ;[...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
      .find((one) => one.textContent === 'Remove')
      ?.click()
    await until(() => expect(relation.isFollowedBy).toBe(false))
    await expectFollowState(
      'Follow',
      false,
      NAMES.filter((name) => name !== 'the own followers'),
    )
  })

  it('updates counts in followers and search alike', async () => {
    await show({
      ...screens(),
      'found people': <FoundPeople people={[card()]} />,
      'another member’s followers': <FollowsDialog user={host} kind="followers" onClose={() => undefined} />,
    })
    await expectFollowState('Follow back', false)
    await until(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('6 followers'))
    followButton('the profile')?.click()
    await until(() => {
      expect(document.querySelector('[role="dialog"]')?.textContent).toContain('7 followers')
      expect(screen('found people')?.textContent).toContain('7 followers')
    })
  })
})
