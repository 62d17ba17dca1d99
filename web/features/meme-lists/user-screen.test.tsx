import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Reply, showScreen, until } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { UserScreen } from './user-screen.tsx'

const anna = {
  ...{ _id: 'id of anna', username: 'anna', displayName: 'Anna', bio: '', avatarUrl: null },
  stats: { followersCount: 0, followingCount: 0, memesCount: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
}
const none = { body: { success: true, data: [], hasNext: false, nextCursor: null } }
const heading = () => document.querySelector('h1, h2')?.textContent
const link = (name: string) => [...document.querySelectorAll('a')].find((one) => one.textContent === name)
const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name)

const show = (person: Reply | (() => Reply)) =>
  showScreen(<UserScreen username="anna" />, {
    path: '/user/anna',
    texts: ['users', 'own', 'follows', 'followToast', 'albums'],
    replies: { 'GET /users/anna': person, 'GET /meme/user/anna': none, 'GET /users/id%20of%20anna/albums': none },
  })

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

describe('the page of a person', () => {
  it.each([
    [404, 'user.notFound'],
    [400, 'request.invalid'],
  ])('after %i says that the person does not exist, and links to the memes', async (status, code) => {
    await show({ status, body: { success: false, code, message: 'Not found' } })
    await until(() => expect(heading()).toBe('User not found'))
    expect(link('Browse memes')?.getAttribute('href')).toBe('/')
  })

  it('loads again on request after a server error', async () => {
    let isDown = true
    const down = { status: 503, body: { success: false, code: 'server.unavailable', message: 'Later' } }
    await show(() => (isDown ? down : { body: { success: true, data: anna } }))
    await until(() => expect(button('Try again')).toBeDefined())
    isDown = false
    button('Try again')?.click()
    await until(() => expect(document.querySelector('h1')?.textContent).toBe('Anna'))
  })

  it('offers an upload and the profile form on the empty own page', async () => {
    signInAs('anna')
    await show({ body: { success: true, data: anna } })
    await until(() => expect(button('Upload')).toBeDefined())
    expect(link('Edit profile')?.getAttribute('href')).toBe('/account')
    expect(link('Browse memes')).toBeUndefined()
  })

  it('links to the memes on the empty page of another person, and has no edit link', async () => {
    signInAs('linh')
    await show({ body: { success: true, data: anna } })
    await until(() => expect(link('Browse memes')).toBeDefined())
    expect(link('Edit profile')).toBeUndefined()
    expect(button('Upload')).toBeUndefined()
  })
})
