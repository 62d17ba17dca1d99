import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { loadTexts } from '../../lib/i18n.ts'
import { type NamedPerson, watchNameHover } from './watch-names.ts'

const HoverCard = lazy(async () => {
  const [{ HoverCard: Card }] = await Promise.all([
    import('./hover-card.tsx'),
    loadTexts('users', 'follows', 'followToast'),
  ])
  return { default: Card }
})

/** Who somebody is, beside any name of the page that the pointer or the keyboard rests on. */
export function HoverCards() {
  const [person, setPerson] = useState<NamedPerson | null>(null)
  const { key } = useLocation()
  const [seenAt, setSeenAt] = useState(key)
  // Another place begins anew: a name that was rested on there may be rested on again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what it begins anew with
  useEffect(() => watchNameHover(setPerson), [key])
  if (seenAt !== key) {
    setSeenAt(key)
    setPerson(null)
  }
  if (!person) return null
  // Within a modal it is part of it: a press on the card is none outside, and the keyboard may enter it.
  const place = person.anchor.closest('[role="dialog"]') ?? document.body
  return createPortal(
    <Suspense>
      <HoverCard key={person.username} {...person} />
    </Suspense>,
    place,
  )
}
