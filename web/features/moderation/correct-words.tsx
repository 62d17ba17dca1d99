import { TextCursorInput } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { mayModerate } from '../../lib/roles.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.ts'

const WordsDialog = lazyDialog(() => import('./words-dialog.tsx').then((module) => module.WordsDialog))

/** For moderators: opens the words in another member's meme for correction. */
export function CorrectWords({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  if (!mayModerate(user)) return null
  const start = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="ghost" size="sm" icon={<TextCursorInput size={18} />} onClick={start}>
        {t('own.correctWords')}
      </Button>
      {wanted && (
        <Suspense>
          <WordsDialog meme={meme} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
