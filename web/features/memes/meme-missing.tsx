import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { FrameFace } from '../../ui/frame-face.tsx'
import styles from './meme-missing.module.css'

export function MemeMissing({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.missing}>
      <FrameFace mood="puzzled" className={styles.picture} />
      <h2>{t('memes.missing.title')}</h2>
      <p>{t('memes.missing.hint')}</p>
      <Button variant="secondary" onClick={onBack}>
        {t('memes.missing.back')}
      </Button>
    </div>
  )
}
