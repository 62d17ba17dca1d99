import { expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { showScreen } from '#test/web/screen.tsx'
import { runAfterLogin } from '../../lib/login-request.ts'
import { setNavigation } from '../../lib/navigation.ts'
import { signIn } from '../../lib/session.ts'
import { ExportTools } from './export-tools.tsx'
import type { LoadedSource } from './load-source.ts'
import { EMPTY_STUDIO } from './studio-state.ts'

const picture = { width: 400, height: 300, close: () => undefined } as ImageBitmap
const loaded: LoadedSource = { picture, boxes: [], moving: new Blob() }
const assets = { fonts: new Map(), stickers: new Map(), emoji: new Map() }

const show = () =>
  showScreen(<ExportTools loaded={loaded} state={EMPTY_STUDIO} assets={assets} onPublished={() => true} />, {
    path: '/create?meme=1',
    texts: ['studio'],
  })
const login = () => document.querySelector<HTMLAnchorElement>('a[href="/login"]')

it('leads a visitor with an animated picture to the login, and back', async () => {
  const visited: string[] = []
  setNavigation((path) => visited.push(path))
  const { address } = await show()
  await vi.waitFor(() => expect(login()?.textContent).toBe('Log in to make animated memes'))
  login()?.click()
  await vi.waitFor(() => expect(address()).toBe('/login'))
  runAfterLogin()
  expect(visited).toEqual(['/create?meme=1'])
})

it('shows members no login', async () => {
  signIn(signedIn)
  await show()
  expect(login()).toBeNull()
})
