import { ImagePlus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { quickUpload } from '../memes/quick-upload/quick-upload-modal-state.ts'
import styles from './picture-choice.module.css'
import { PopularTemplates } from './popular-templates.tsx'

/** Start screen of the studio: choose a template, or choose, drop or paste an own picture. */
export function PictureChoice({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation()
  useEffect(() => {
    const leave = quickUpload.enterUploadScreen()
    const take = (event: Event, files: FileList | undefined) => {
      const file = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      onFile(file)
    }
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData?.files)
    const drop = (event: DragEvent) => take(event, event.dataTransfer?.files)
    const over = (event: DragEvent) => event.preventDefault()
    document.addEventListener('paste', paste)
    document.addEventListener('drop', drop)
    document.addEventListener('dragover', over)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('drop', drop)
      document.removeEventListener('dragover', over)
      leave()
    }
  }, [onFile])
  return (
    <>
      <div className={styles.choice}>
        <ImagePlus size={40} aria-hidden="true" />
        <p>{t('studio.start')}</p>
        <div className={styles.buttons}>
          <FileButton label={t('studio.ownPicture')} accept="image/*" onFile={onFile}>
            {t('studio.ownPicture')}
          </FileButton>
          <ButtonLink variant="secondary" to={paths.templates}>
            {t('studio.chooseTemplate')}
          </ButtonLink>
        </div>
      </div>
      <PopularTemplates />
    </>
  )
}
