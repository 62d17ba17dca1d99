import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import styles from './report-meme.module.css'

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx').then((module) => module.ReportDialog), 'report')

/** Unobtrusive button in the detail modal, hidden from the meme's owner. */
export function ReportMeme({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const start = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <div className={styles.report}>
      <Button variant="ghost" size="sm" icon={<Flag size={18} />} onClick={start}>
        {t('memes.report')}
      </Button>
      {wanted && (
        <Suspense>
          <ReportDialog meme={meme} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
