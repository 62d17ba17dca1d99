import { describe, expect, it, vi } from 'vitest'
import { button, type Reply, showScreen } from '#test/web/screen.tsx'
import { UnsubscribeScreen } from './unsubscribe-screen.tsx'

const CALL = 'POST /notifications/unsubscribe'
const show = (reply: Reply) =>
  showScreen(<UnsubscribeScreen />, {
    path: '/unsubscribe?token=a.b',
    texts: ['follows'],
    replies: { [CALL]: reply },
  })
const heading = () => document.querySelector('h1')?.textContent

describe('the unsubscribe link', () => {
  it('sends its token only after a confirmation', async () => {
    const { sent } = await show({ body: { success: true, message: 'Done' } })
    expect(heading()).toBe('Turn off activity emails?')
    expect(sent).toEqual([])
    button('Turn them off').click()
    await vi.waitFor(() => expect(heading()).toBe('Emails turned off'))
    expect(sent).toEqual([{ call: CALL, query: 'token=a.b' }])
  })

  it('reports that the link is incomplete', async () => {
    await show({ status: 400, body: { success: false, code: 'follows.brokenLink', message: 'Broken' } })
    button('Turn them off').click()
    await vi.waitFor(() => expect(heading()).toBe('This link is incomplete'))
  })
})
