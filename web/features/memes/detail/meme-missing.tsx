import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Link } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { FrameFace } from '../../../ui/frame-face.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import styles from './meme-missing.module.css'

interface MemeMissingProps {
  /** True if the operator removed it; false if it is unknown or its owner deleted it. */
  removed: boolean
  onBack: () => void
}

export function MemeMissing({ removed, onBack }: MemeMissingProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.missing}>
      <FrameFace mood="puzzled" className={styles.picture} />
      <h2>{removed ? t('memes.removed.title') : t('memes.missing.title')}</h2>
      {removed ? (
        <p>
          <RichText textKey="memes.removed.hint" components={{ terms: <Link to={paths.termsOfService} /> }} />
        </p>
      ) : (
        <p>{t('memes.missing.hint')}</p>
      )}
      <Button variant="secondary" onClick={onBack}>
        {t('memes.missing.back')}
      </Button>
    </div>
  )
}
