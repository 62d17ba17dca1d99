import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { button, leaveScreen, shownText, showScreen } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { useChoicesOffer } from '../../features/feed/choices-offer.ts'
import { FirstChoices } from './first-choices.tsx'

const onChange = vi.fn()

function Home() {
  const offer = useChoicesOffer()
  return offer && <FirstChoices offer={offer} onChange={onChange} />
}

const relationship = { isFollowing: true, isFollowedBy: false, followedAt: '2026-01-01T01:00:00.000Z' }
const person = { username: 'linh', displayName: 'Linh', avatarUrl: null }
const reply = (data: unknown) => ({ body: { success: true, message: 'Done', data } })

const show = (followed: { tag: string }[] = []) =>
  showScreen(<Home />, {
    texts: ['follows', 'followToast'],
    replies: {
      'GET /tags': reply([
        { tag: 'cat', count: 3 },
        { tag: 'work', count: 2 },
      ]),
      'GET /users/trending': reply([{ ...person, viewer: { isSelf: false, isFollowing: false, isFollowedBy: false } }]),
      'GET /users/me/tags': reply(followed),
      'POST /tags/cat/follow': reply({ tag: 'cat', isFollowing: true }),
    },
  })
const isOffered = () => vi.waitFor(() => expect(shownText()).toContain('What do you like?'))

/** An hour after the members of `signInAs` signed up. */
beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-01T01:00:00.000Z')))

afterEach(() => {
  leaveScreen()
  localStorage.clear()
  onChange.mockClear()
})

describe('the first choices of a new member', () => {
  it('follows a tag or person, and reloads the feed once the server has it', async () => {
    signInAs('new member')
    const { sent } = await show()
    await isOffered()
    await vi.waitFor(() => button('#cat').click())
    await vi.waitFor(() => expect(shownText()).toContain('1 of 5 chosen'))
    expect(button('#cat').getAttribute('aria-pressed')).toBe('true')
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(sent.map(({ call }) => call)).toContain('POST /tags/cat/follow')
    let answer = (_response: Response) => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
    button('Follow Linh').click()
    await vi.waitFor(() => expect(shownText()).toContain('2 of 5 chosen'))
    expect(onChange).toHaveBeenCalledTimes(1)
    answer(Response.json(reply({ relationship, followersCount: 1, followingCount: 1 }).body))
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2))
    button('Done').click()
    await vi.waitFor(() => expect(shownText()).not.toContain('What do you like?'))
  })

  it('is offered once on a device, also if skipped, and to each member who signs up later', async () => {
    signInAs('new member')
    await show()
    await isOffered()
    button('Skip').click()
    await vi.waitFor(() => expect(shownText()).not.toContain('What do you like?'))
    expect(onChange).not.toHaveBeenCalled()
    leaveScreen()
    signInAs('new member')
    await show()
    expect(shownText()).not.toContain('What do you like?')
    leaveScreen()
    signInAs('later member', 0, 0, '2026-01-01T01:30:00.000Z')
    await show()
    await isOffered()
  })

  it('is not offered to members who signed up more than a day ago, or follow someone or a tag', async () => {
    signInAs('old member', 0, 0, '2025-12-30T23:00:00.000Z')
    await show()
    expect(shownText()).not.toContain('What do you like?')
    leaveScreen()
    signInAs('member', 1)
    await show()
    expect(shownText()).not.toContain('What do you like?')
    leaveScreen()
    signInAs('member')
    const { sent } = await show([{ tag: 'cat' }])
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /users/me/tags'))
    await vi.waitFor(() => expect(shownText()).not.toContain('What do you like?'))
  })
})
