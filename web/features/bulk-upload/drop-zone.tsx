import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './drop-zone.module.css'
import { PICTURE_TYPES } from './picture-types.ts'

interface FilesButtonProps {
  className: string | undefined
  label: string
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** A large button that opens the file picker. The whole page accepts drops. */
export function FilesButton({ className, label, onFiles, children }: FilesButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // Reset the input, so that choosing the same file again fires a change.
    event.target.value = ''
  }
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_TYPES}
        className={styles.file}
        tabIndex={-1}
        aria-label={label}
        onChange={pick}
      />
    </>
  )
}

export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation()
  return (
    <FilesButton className={styles.zone} label={t('bulk.choose')} onFiles={onFiles}>
      <ImagePlus size={52} strokeWidth={1.4} aria-hidden="true" />
      <span className={classNames(styles.lead, styles.byPointer)}>{t('bulk.drop')}</span>
      <span className={styles.byPointer}>{t('bulk.browse')}</span>
      <span className={classNames(styles.lead, styles.byFinger)}>{t('bulk.choose')}</span>
      <span className={styles.hint}>{t('bulk.limits')}</span>
    </FilesButton>
  )
}
