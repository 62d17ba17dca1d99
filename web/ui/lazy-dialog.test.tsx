import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { lazyDialog } from './lazy-dialog.ts'
import { toast } from './toast.ts'

const load = vi.fn<() => Promise<(props: { onClose: () => void }) => null>>()
const Dialog = lazyDialog(load)

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

test('a dialog that fails to load leaves the screen as it is, and each attempt shows a toast that offers a reload', async () => {
  const shown = vi.spyOn(toast, 'error').mockImplementation(() => undefined)
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const container = document.createElement('div')
  const root = createRoot(container)
  flushSync(() => root.render(<Opener />))
  for (const attempt of [1, 2]) {
    container.querySelector('button')?.click()
    await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(attempt))
    expect(container.textContent).toBe('open')
  }
  expect(shown).toHaveBeenLastCalledWith(expect.any(String), {
    action: { label: 'common.reload', onAction: expect.any(Function) },
  })
  root.unmount()
})
