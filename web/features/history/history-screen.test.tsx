import { beforeEach, describe, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { button, type Replies, shownText, showScreen, until } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { currentSession, useSession } from '../../lib/session.ts'
import { HistoryScreen } from './history-screen.tsx'

const names = () => [...document.querySelectorAll('article')].map((tile) => tile.textContent?.match(/Meme \d/)?.[0])
const inDialog = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find((one) => one.textContent === name)

let listed = [1, 2, 3]
let keeps = true

const replies: Replies = {
  'GET /users/me/history': () => ({
    body: { success: true, data: listed.map(memeNumber), hasNext: false, nextCursor: null },
  }),
  [`DELETE /users/me/history/${memeNumber(2)._id}`]: () => {
    listed = [1, 3]
    return { body: { success: true, message: 'Removed' } }
  },
  'DELETE /users/me/history': () => {
    listed = []
    return { body: { success: true, message: 'Cleared' } }
  },
  'PUT /users/me/history': (body) => {
    keeps = (body as { keep: boolean }).keep
    listed = []
    return { body: { success: true, message: 'Changed' } }
  },
}

beforeEach(() => {
  listed = [1, 2, 3]
  keeps = true
  signInAs('linh')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

function OwnHistory() {
  const { user } = useSession()
  return user && <HistoryScreen user={user} />
}

const show = async () => {
  await showScreen(<OwnHistory />, { path: '/history', texts: ['history', 'own', 'users'], replies })
  await until(() => expect(names()).toEqual(['Meme 1', 'Meme 2', 'Meme 3']))
}

describe('the history', () => {
  it('removes one meme', async () => {
    await show()
    button('Remove “Meme 2” from history').click()
    await until(() => expect(names()).toEqual(['Meme 1', 'Meme 3']))
    await until(() => expect(listed).toEqual([1, 3]))
  })

  it('is cleared after a confirmation', async () => {
    await show()
    button('Clear history').click()
    await until(() => expect(inDialog('Cancel')).toBeDefined())
    inDialog('Cancel')?.click()
    await until(() => expect(inDialog('Cancel')).toBeUndefined())
    expect(listed).toHaveLength(3)
    button('Clear history').click()
    await until(() => expect(inDialog('Clear history')).toBeDefined())
    inDialog('Clear history')?.click()
    await until(() => expect(shownText()).toContain('Nothing viewed yet'))
  })

  it('is turned off after a confirmation, and on again', async () => {
    await show()
    button('Turn off history').click()
    await until(() => expect(inDialog('Turn off history')).toBeDefined())
    inDialog('Turn off history')?.click()
    await until(() => expect(shownText()).toContain('History is off'))
    expect([keeps, currentSession().user?.preferences.keepsHistory]).toEqual([false, false])
    button('Turn on history').click()
    await until(() => expect(shownText()).toContain('Nothing viewed yet'))
    expect([keeps, currentSession().user?.preferences.keepsHistory]).toEqual([true, true])
  })
})
