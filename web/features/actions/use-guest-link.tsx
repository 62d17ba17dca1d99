import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { GuestLinkTarget } from '#contract/memes/guest-links.ts'
import { loadTexts } from '../../lib/i18n.ts'

const GuestLinkDialog = lazy(async () => {
  const [{ GuestLinkDialog }] = await Promise.all([import('./guest-link-dialog.tsx'), loadTexts('guestLink')])
  return { default: GuestLinkDialog }
})

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
