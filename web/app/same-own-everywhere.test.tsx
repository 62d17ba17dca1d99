import { useState } from 'react'
import { expect, it } from 'vitest'
import { at, call, card, meetOnePerson, page, relation, screen, show, until } from '#test/web/one-person.tsx'
import { button, field, type as typeInto } from '#test/web/screen.tsx'
import { HoverCard } from '../features/follows/hover-card.tsx'
import { UserScreen } from '../features/meme-lists/user-screen.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx'
import { ProfileForm } from '../features/users/profile-form.tsx'
import { currentSession, useSession } from '../lib/session.ts'
import { AccountMenu } from './account-menu.tsx'

meetOnePerson()

function Own() {
  const { user } = useSession()
  return user && <ProfileForm user={user} />
}

it('a changed display name is the same in the menu, on the profile and on a card', async () => {
  call('linh')
  let profile = { displayName: 'linh', bio: '', avatar: null as string | null }
  const self = () => ({
    body: {
      success: true,
      data: { ...card(), _id: 'id of linh', displayName: profile.displayName, viewer: { ...relation, isSelf: true } },
    },
  })
  const anchor = document.body.appendChild(document.createElement('a'))
  await show(
    {
      account: <Own />,
      menu: <AccountMenu />,
      profile: <UserScreen username="linh" />,
      card: <HoverCard anchor={anchor} username="linh" />,
    },
    {
      'GET /users/linh': self,
      'PUT /users/me/profile': (body) => {
        profile = { ...profile, ...(body as object) }
        return { body: { success: true, message: 'Saved', profile } }
      },
    },
  )
  await until(() => expect(screen('card')?.textContent).toContain('linh'))
  typeInto('Display name', 'Linh the Second')
  button('Save profile').click()
  await until(() => {
    for (const name of ['profile', 'card'])
      expect([name, screen(name)?.textContent]).toEqual([name, expect.stringContaining('Linh the Second')])
    expect(currentSession().user?.profile.displayName).toBe('Linh the Second')
    expect(field('Display name').value).toBe('Linh the Second')
  })
})

it('the bell’s unread count disappears after viewing the notifications', async () => {
  let count = 3
  const item = { _id: 'n', kind: 'upload', isRead: false, people: [], peopleCount: 0, meme: null, detail: {} }
  await show(
    { bell: <Bell userId="id of linh" />, list: <Opened /> },
    {
      'GET /notifications/unread': () => ({ body: { success: true, count } }),
      'GET /notifications': page([{ ...item, createdAt: at, updatedAt: at }]),
      'POST /notifications/read': () => {
        count = 0
        return { body: { success: true, count } }
      },
    },
  )
  await until(() => expect(screen('bell')?.textContent).toContain('3'))
  button('Open').click()
  await until(() => expect(screen('bell')?.textContent).not.toMatch(/\d/))
})

function Opened() {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <NotificationsScreen />
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Open
    </button>
  )
}
