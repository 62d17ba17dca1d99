import { afterEach, expect, test, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { leaveScreen, showScreen } from '#test/web/screen.tsx'
import { quickUpload } from '../features/memes/quick-upload/quick-upload-modal-state.ts'
import { closeLoginPrompt, loginPrompt, runAfterLogin } from '../lib/login-request.ts'
import { signIn } from '../lib/session.ts'
import { useLaunchFiles } from './use-launch-files.ts'

const [picture, page] = ['https://elsewhere.test/cat.png?size=2', 'https://elsewhere.test/?q=cats&page=2']
const fragment = `#${new URLSearchParams({ picture, page })}`
const onLink = vi.fn<(link: string, source?: string) => void>()

function Launch() {
  useLaunchFiles(onLink)
  return null
}

afterEach(() => {
  quickUpload.close()
  closeLoginPrompt('declined')
  onLink.mockReset()
  leaveScreen()
})

test('opens quick upload with the picture that the browser extension saves', async () => {
  signIn(signedIn)
  const { address } = await showScreen(<Launch />, { path: `/?shared=1${fragment}` })
  await vi.waitFor(() => expect(address()).toBe('/'))
  expect(onLink.mock.calls).toEqual([[picture, page]])
  expect(quickUpload.current().mode).toBe('quick upload')
})

test('a visitor logs in first', async () => {
  await showScreen(<Launch />, { path: `/?shared=1${fragment}` })
  await vi.waitFor(() => expect(loginPrompt.get()).toBe(true))
  expect(onLink).not.toHaveBeenCalled()
  runAfterLogin()
  expect(onLink.mock.calls).toEqual([[picture, page]])
})

test('ignores the picture without `shared`, which the server removes from the links of other sites', async () => {
  signIn(signedIn)
  await showScreen(<Launch />, { path: `/${fragment}` })
  expect(onLink).not.toHaveBeenCalled()
  expect(quickUpload.current().mode).toBe('none')
})
