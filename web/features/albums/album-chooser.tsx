import { lazy, Suspense } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { loadTexts } from '../../lib/i18n.ts'

const SaveDialog = lazy(async () => {
  const [{ SaveDialog: Component }] = await Promise.all([import('./save-dialog.tsx'), loadTexts('albums')])
  return { default: Component }
})

/** The dialog in which a member selects albums for a meme. Its code loads when it opens. */
export const AlbumChooser = (props: { meme: Meme; onClose: () => void }) => (
  <Suspense>
    <SaveDialog {...props} />
  </Suspense>
)
