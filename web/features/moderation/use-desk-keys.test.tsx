import { expect, it, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { useDeskKeys } from './use-desk-keys.ts'

const press = (key: string, repeat: boolean) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }))

it('a held key repeats moves but not decisions', async () => {
  const pressed: string[] = []
  const keys = (names: string) =>
    Object.fromEntries([...names].map((name) => [name, () => void pressed.push(name)] as const))
  const desk = { moves: keys('jk'), acts: keys('arsxu') }
  function Desk() {
    useDeskKeys(desk)
    return null
  }
  await showScreen(<Desk />)
  await vi.waitFor(() => {
    press('j', false)
    expect(pressed).toContain('j')
  })
  pressed.length = 0
  for (const key of 'jkarsxu') for (const repeat of [false, true, true]) press(key, repeat)
  expect(pressed.join('')).toBe('jjjkkkarsxu')
})
