import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { useMeme } from '../../../entities/memes.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import looks from '../../../ui/looks.module.css'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { memeQuery } from '../data/meme-query.ts'
import { ListedPicture } from '../picture/listed-picture.tsx'
import styles from './duplicate-choice.module.css'
import { useUpload } from './upload-form-store.ts'
import { useObjectUrl } from './use-object-url.ts'

interface DuplicateChoiceProps {
  existingId: string
  onUseExisting: (id: string) => void
  onUploadAnyway: () => void
  onBack: () => void
}

/** The picture already exists: shows both side by side and lets the user choose. */
export function DuplicateChoice({ existingId, onUseExisting, onUploadAnyway, onBack }: DuplicateChoiceProps) {
  const { t } = useTranslation()
  const upload = useUpload()
  const { data, isError } = useQuery(memeQuery(existingId))
  const existing = useMeme(data)
  const first = useRef<HTMLButtonElement>(null)
  // The form with its focused button is gone, so move the focus.
  useEffect(() => first.current?.focus(), [])
  return (
    <div className={looks.stack4}>
      <p role="alert">{t('upload.duplicate.text')}</p>
      <div className={styles.pair}>
        <Side title={t('upload.duplicate.existing')} name={existing?.name ?? ''}>
          {existing ? (
            <ListedPicture meme={existing} alt={pictureAlt(existing)} sizes="50vw" bare />
          ) : isError ? (
            <p className={styles.failed}>{t('feed.imageFailed')}</p>
          ) : (
            <Skeleton height="12rem" />
          )}
        </Side>
        <Side title={t('upload.duplicate.yours')} name={upload.name}>
          {upload.picture.kind === 'ready' && <OwnPicture file={upload.picture.file} />}
        </Side>
      </div>
      <div className={styles.buttons}>
        <Button ref={first} onClick={() => onUseExisting(existingId)}>
          {t('upload.duplicate.useExisting')}
        </Button>
        <Button variant="secondary" onClick={onUploadAnyway}>
          {t('upload.duplicate.uploadAnyway')}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {t('upload.duplicate.back')}
        </Button>
      </div>
    </div>
  )
}

function Side({ title, name, children }: { title: string; name: string; children: ReactNode }) {
  return (
    <figure className={styles.side}>
      <figcaption>
        <span className={styles.title}>{title}</span>
        <span className={styles.name}>{name}</span>
      </figcaption>
      <div className={styles.picture}>{children}</div>
    </figure>
  )
}

function OwnPicture({ file }: { file: File }) {
  const { t } = useTranslation()
  const url = useObjectUrl(file)
  return url && <img src={url} alt={t('upload.preview')} />
}
