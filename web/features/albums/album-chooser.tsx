import { Suspense } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { lazyDialog } from '../../ui/lazy-dialog.ts'

const SaveDialog = lazyDialog(() => import('./save-dialog.tsx').then((module) => module.SaveDialog), 'albums')

/** The dialog in which a member selects albums for a meme. Its code loads when it opens. */
export const AlbumChooser = (props: { meme: Meme; onClose: () => void }) => (
  <Suspense>
    <SaveDialog {...props} />
  </Suspense>
)
