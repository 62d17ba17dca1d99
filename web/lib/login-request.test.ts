import { afterEach, expect, it, vi } from 'vitest'
import { closeLoginPrompt, loginPrompt, requestLogin, runAfterLogin } from './login-request.ts'

afterEach(() => {
  closeLoginPrompt('declined')
  vi.useRealTimers()
})

it('opens the prompt, and runs the requested action once after signing in', () => {
  const grant = vi.fn()
  requestLogin(grant)
  expect(loginPrompt.get()).toBe(true)
  closeLoginPrompt('entering')
  expect(loginPrompt.get()).toBe(false)
  runAfterLogin()
  runAfterLogin()
  expect(grant).toHaveBeenCalledOnce()
})

it('drops the requested action when the prompt is declined', () => {
  const grant = vi.fn()
  requestLogin(grant)
  closeLoginPrompt('declined')
  runAfterLogin()
  expect(grant).not.toHaveBeenCalled()
})

it('drops the requested action after a long delay', () => {
  vi.useFakeTimers()
  const grant = vi.fn()
  requestLogin(grant)
  closeLoginPrompt('entering')
  vi.advanceTimersByTime(31 * 60_000)
  runAfterLogin()
  expect(grant).not.toHaveBeenCalled()
})
