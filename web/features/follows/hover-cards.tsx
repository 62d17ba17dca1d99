import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { loginPrompt } from '../../lib/login-request.ts'
import { useLocation } from '../../lib/router.tsx'
import { useStore } from '../../lib/store.ts'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import { type NamedPerson, watchNameHover } from './watch-names.ts'

const HoverCard = lazyDialog(
  () => import('./hover-card.tsx').then((module) => module.HoverCard),
  'users',
  'follows',
  'followToast',
)

/** Shows a person's card while the pointer or the keyboard focus rests on their name. */
export function HoverCards() {
  const [person, setPerson] = useState<NamedPerson | null>(null)
  const { key } = useLocation()
  const [seenAt, setSeenAt] = useState(key)
  // Navigation resets the state, so that the same name can show its card again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is the reset trigger
  useEffect(() => watchNameHover(setPerson), [key])
  if (seenAt !== key) {
    setSeenAt(key)
    setPerson(null)
  }
  // Close the card when the login prompt opens: the card would cover it, even if the card's own button opened it.
  if (useStore(loginPrompt) && person) setPerson(null)
  if (!person) return null
  // Inside a modal, render into it, so that clicks on the card are not outside clicks and the focus may enter it.
  const container = person.anchor.closest('[role="dialog"]') ?? document.body
  return createPortal(
    <Suspense>
      <HoverCard key={person.username} {...person} />
    </Suspense>,
    container,
  )
}
