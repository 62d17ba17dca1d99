import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { useLoadEarly } from './use-load-early.ts'

const load = vi.fn(async () => undefined)
function Part() {
  useLoadEarly(load)
  return null
}

it('loads when the pointer moves, but not when the page appears below it', () => {
  const root = createRoot(document.createElement('div'))
  flushSync(() => root.render(<Part />))
  document.dispatchEvent(new Event('pointerover'))
  expect(load).not.toHaveBeenCalled()
  document.dispatchEvent(new Event('pointermove'))
  document.dispatchEvent(new Event('pointermove'))
  expect(load).toHaveBeenCalledTimes(1)
  root.unmount()
  document.dispatchEvent(new Event('touchstart'))
  expect(load).toHaveBeenCalledTimes(1)
})
