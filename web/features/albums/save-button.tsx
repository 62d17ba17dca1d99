import { FolderPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meme } from '#contract/memes/memes.ts'
import { loadTexts } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'

const SaveDialog = lazy(async () => {
  const [{ SaveDialog: Component }] = await Promise.all([import('./save-dialog.tsx'), loadTexts('albums')])
  return { default: Component }
})

/** Opens the dialog in which a member selects albums for a meme. */
export function SaveButton({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!user) return null
  return (
    <>
      <IconButton
        variant="filled"
        label={t('memes.saveTo')}
        icon={<FolderPlus size={20} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <SaveDialog meme={meme} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
