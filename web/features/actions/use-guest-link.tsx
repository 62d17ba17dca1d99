import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { GuestLinkTarget } from '#contract/memes/guest-links.ts'
import { lazyDialog } from '../../ui/lazy-dialog.ts'

const GuestLinkDialog = lazyDialog(
  () => import('./guest-link-dialog.tsx').then((module) => module.GuestLinkDialog),
  'guestLink',
)

/** The dialog for the guest link of an own meme or album. */
export function useGuestLink(target: GuestLinkTarget): { start: () => void; dialog: ReactNode } {
  // Once opened, the dialog stays mounted, so that the closing animation is visible.
  const [wasOpen, setWasOpen] = useState(false)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const start = () => {
    setWasOpen(true)
    setOpen(true)
  }
  const dialog = wasOpen && (
    <Suspense>
      <GuestLinkDialog target={target} open={open} onClose={close} />
    </Suspense>
  )
  return { start, dialog }
}
