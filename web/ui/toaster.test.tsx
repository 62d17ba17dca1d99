import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { button, showScreen } from '#test/web/screen.tsx'
import { showToast, Toaster } from './toaster.tsx'

const show = (message: string) => showToast({ kind: 'info', message, actions: [], id: 'queued', closeAfterMs: 60_000 })
const shown = () => document.body.textContent

test('a toast replaces the one with its id, and is also shown while that is leaving', async () => {
  show('Before the toaster')
  show('One')
  await showScreen(<Toaster label="Messages" />)
  await vi.waitFor(() => expect(shown()).toContain('One'))
  expect(shown()).not.toContain('Before')
  show('Two')
  await vi.waitFor(() => expect(shown()).toContain('Two'))
  expect(shown()).not.toContain('One')
  // The animation that removes it never ends here.
  button('Close').click()
  show('Three')
  await vi.waitFor(() => expect(shown()).toContain('Three'))
})

test('a toast stays if its timer ends before it starts, and leaves when it ends', async () => {
  await showScreen(<Toaster label="Messages" />)
  show('Read me')
  await vi.waitFor(() => expect(shown()).toContain('Read me'))
  const toast = document.querySelector('.Toastify__toast')
  const endTimer = async (elapsedTime: number) => {
    const ended = Object.assign(new Event('animationend', { bubbles: true }), { elapsedTime })
    await act(async () => toast?.querySelector('[role="progressbar"]')?.dispatchEvent(ended))
  }
  await endTimer(0)
  expect(toast?.getAttribute('data-in')).toBe('true')
  await endTimer(60)
  expect(toast?.getAttribute('data-in')).toBe('false')
})
