import { type ComponentProps, type ComponentType, useState } from 'react'
import { loadTexts } from '../../lib/i18n.ts'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import type { MemeModal } from './meme-modal.tsx'

type Modal = ComponentType<ComponentProps<typeof MemeModal>>

let loaded: Modal | undefined

/** Fetches the code of the meme modal and its translations. */
export async function loadDetail(): Promise<Modal> {
  const [{ MemeModal: Component }] = await Promise.all([
    import('./meme-modal.tsx'),
    loadTexts('users', 'own', 'follows', 'followToast'),
  ])
  loaded = Component
  return Component
}

const Lazy = lazyDialog<ComponentProps<typeof MemeModal>>(loadDetail)

/** The meme modal, loaded lazily: on the first movement of the pointer or touch, or at once if the URL names a meme. */
export function DetailModal(props: ComponentProps<typeof MemeModal>) {
  // Never changes while mounted.
  const [Component] = useState<Modal>(() => loaded ?? Lazy)
  return <Component {...props} />
}
