import { type ComponentProps, type ComponentType, lazy, useState } from 'react'
import { loadTexts } from '../../lib/i18n.ts'
import type { MemeModal } from './meme-modal.tsx'

type Modal = ComponentType<ComponentProps<typeof MemeModal>>

let loaded: Modal | undefined

/** Fetches the modal of a meme, with its texts. */
export async function loadDetail(): Promise<{ default: Modal }> {
  const [{ MemeModal: Component }] = await Promise.all([
    import('./meme-modal.tsx'),
    loadTexts('users', 'own', 'follows', 'followToast'),
  ])
  loaded = Component
  return { default: Component }
}

const Lazy = lazy(loadDetail)

/** The modal of a meme: fetched when a picture is hovered over or touched, and at once where the address names a meme. */
export function DetailModal(props: ComponentProps<typeof MemeModal>) {
  // The same for as long as it is shown.
  const [Component] = useState<Modal>(() => loaded ?? Lazy)
  return <Component {...props} />
}
