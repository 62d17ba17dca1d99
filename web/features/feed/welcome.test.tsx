import { afterEach, describe, expect, it, vi } from 'vitest'
import { button, leaveScreen, showScreen } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { Welcome } from './welcome.tsx'

const show = () =>
  showScreen(
    <main tabIndex={-1}>
      <Welcome />
    </main>,
  )
const sentence = () => document.querySelector('p')?.textContent ?? ''

afterEach(() => {
  leaveScreen()
  localStorage.clear()
  sessionStorage.clear()
})

describe('the sentence of a first visit', () => {
  it('explains the one-click copy, until the visitor closes it', async () => {
    await show()
    expect(sentence()).toContain('one click copies')
    button('Hide this note').click()
    await vi.waitFor(() => expect(sentence()).toBe(''))
    expect(document.activeElement?.tagName).toBe('MAIN')
    leaveScreen()
    await show()
    expect(sentence()).toBe('')
  })

  it('is shown in one tab of a device, also after a reload', async () => {
    await show()
    await vi.waitFor(() => expect(localStorage.getItem('welcomed')).not.toBeNull())
    leaveScreen()
    await show()
    expect(sentence()).not.toBe('')
    leaveScreen()
    sessionStorage.clear()
    await show()
    expect(sentence()).toBe('')
  })

  it('is not shown to members, also after they log out', async () => {
    signInAs('me')
    await show()
    expect(sentence()).toBe('')
    await vi.waitFor(() => expect(localStorage.getItem('welcomed')).not.toBeNull())
    leaveScreen()
    await show()
    expect(sentence()).toBe('')
  })
})
