import { type FormEvent, type Ref, useEffect, useEffectEvent, useId, useRef } from 'react'
import { lengthOf } from '#contract/bounded.ts'
import { MEME_DESCRIPTION_MAX_CHARS, MEME_NAME_MAX_CHARS } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Link } from '../../../lib/router.tsx'
import { useSession } from '../../../lib/session.ts'
import { studioPicture } from '../../../lib/studio-picture.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import looks from '../../../ui/looks.module.css'
import { CharCount, TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { StorageWarning } from '../storage/storage-warning.tsx'
import { TagCompletion } from '../tag-completion/tag-completion.tsx'
import { DuplicateChoice } from './duplicate-choice.tsx'
import { LoginToUpload } from './login-to-upload.tsx'
import { PictureChooser } from './picture-chooser.tsx'
import styles from './quick-upload-modal.module.css'
import { quickUpload, useQuickUpload } from './quick-upload-modal-state.ts'
import { TemplateHint } from './template-hint.tsx'
import { cancelUpload, chooseLink, choosePictures, dispatchUpload, sendUpload, useUpload } from './upload-form-store.ts'
import { UploadProgress } from './upload-progress.tsx'
import { canSave, isMade } from './upload-state.ts'

interface QuickUploadModalProps {
  /** Called after the upload, with whether a screen already reports it; the modal closes by itself. */
  onUploaded: (meme: Meme, isReported: boolean) => void
  /** Shows the existing meme. */
  onUseExisting: (id: string) => void
  /** Uploads several pictures elsewhere. */
  onSeveral: (files: readonly File[]) => void
}

/** Uploads one picture with its texts. Visitors see a blurred form behind the login prompt. */
export function QuickUploadModal({ onUploaded, onUseExisting, onSeveral }: QuickUploadModalProps) {
  const { t } = useTranslation()
  const { mode, files, making } = useQuickUpload()
  const { user } = useSession()
  const upload = useUpload()
  const { sending } = upload
  const formId = useId()
  const chooser = useRef<HTMLButtonElement>(null)
  const name = useRef<HTMLInputElement>(null)
  // On touch screens, the keyboard would cover the picture.
  const hasPicture = files.length > 0 || upload.picture.kind === 'ready'
  const start = hasPicture && matchMedia('(hover: hover)').matches ? name : chooser
  const isSeveral = user !== null && files.length > 1
  const take = (chosen: readonly File[]) => {
    if (chosen.length > 1) {
      quickUpload.close()
      onSeveral(chosen)
    } else choosePictures(chosen)
  }
  const takeSeveral = useEffectEvent(() => take(files))
  useEffect(() => {
    if (isSeveral) takeSeveral()
    else choosePictures(files, making)
  }, [isSeveral, files, making])
  const done = (meme: Meme, isReported: boolean) => {
    quickUpload.close()
    onUploaded(meme, isReported)
  }
  const close = () => {
    // Closing the duplicate choice discards it and the picture.
    if (sending.kind === 'duplicate') dispatchUpload({ type: 'uploaded' })
    quickUpload.close()
  }
  const useExisting = (id: string) => {
    dispatchUpload({ type: 'uploaded' })
    quickUpload.close()
    onUseExisting(id)
  }
  return (
    <Dialog
      open={mode === 'quick upload'}
      onOpenChange={(open) => !open && close()}
      title={t(isMade(upload) ? 'upload.publish.title' : 'upload.title')}
      size="lg"
      initialFocus={start}
      footer={user && sending.kind !== 'duplicate' && <Actions formId={formId} />}
    >
      {!user ? (
        <LoginToUpload>
          <UploadForm id={formId} chooser={null} name={null} onFiles={choosePictures} onSubmit={() => undefined} />
        </LoginToUpload>
      ) : sending.kind === 'duplicate' ? (
        <DuplicateChoice
          existingId={sending.existingId}
          onUseExisting={useExisting}
          onUploadAnyway={() => void sendUpload(done, { allowDuplicate: true })}
          onBack={() => dispatchUpload({ type: 'sendEnded' })}
        />
      ) : (
        <>
          <StorageWarning />
          <UploadForm id={formId} chooser={chooser} name={name} onFiles={take} onSubmit={() => void sendUpload(done)} />
        </>
      )}
    </Dialog>
  )
}

/** Always in view, also below a tall picture. */
function Actions({ formId }: { formId: string }) {
  const { t } = useTranslation()
  const upload = useUpload()
  const isSending = upload.sending.kind === 'sending'
  return (
    <>
      {isSending && (
        <Button variant="ghost" onClick={cancelUpload}>
          {t('common.cancel')}
        </Button>
      )}
      <Button type="submit" form={formId} loading={isSending} disabled={!isSending && !canSave(upload)}>
        {t(isMade(upload) ? 'upload.publish.save' : 'upload.save')}
      </Button>
    </>
  )
}

interface UploadFormProps {
  id: string
  /** Refs of the elements that take the initial focus: without a picture, and with one. */
  chooser: Ref<HTMLButtonElement>
  name: Ref<HTMLInputElement>
  onFiles: (files: readonly File[]) => void
  onSubmit: () => void
}

function UploadForm({ id, chooser, name, onFiles, onSubmit }: UploadFormProps) {
  const { t } = useTranslation()
  const upload = useUpload()
  const isSending = upload.sending.kind === 'sending'
  const isMember = useSession().user !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const caption = (file: File) => {
    studioPicture.set(file)
    dispatchUpload({ type: 'cleared' })
    quickUpload.close()
  }
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <PictureChooser
        button={chooser}
        picture={upload.picture}
        link={upload.link}
        disabled={isSending}
        onFiles={onFiles}
        onLink={(link) => void chooseLink(link)}
        onClear={() => dispatchUpload({ type: 'cleared' })}
        onCaption={isMember && !isSending && !isMade(upload) ? caption : undefined}
      />
      <div className={looks.stack4}>
        <TextField
          ref={name}
          label={t('upload.name')}
          placeholder={t('upload.namePlaceholder')}
          value={upload.name}
          disabled={isSending}
          autoComplete="off"
          error={
            tooLong(upload.name, MEME_NAME_MAX_CHARS)
              ? t('upload.nameTooLong', { max: MEME_NAME_MAX_CHARS })
              : undefined
          }
          aside={<CharCount length={lengthOf(upload.name)} max={MEME_NAME_MAX_CHARS} />}
          onChange={(event) => dispatchUpload({ type: 'named', name: event.target.value })}
        />
        <TextArea
          label={t('upload.description')}
          placeholder={t('upload.descriptionPlaceholder')}
          value={upload.description}
          disabled={isSending}
          rows={4}
          maxChars={MEME_DESCRIPTION_MAX_CHARS}
          error={
            tooLong(upload.description, MEME_DESCRIPTION_MAX_CHARS)
              ? t('upload.descriptionTooLong', { max: MEME_DESCRIPTION_MAX_CHARS })
              : undefined
          }
          onChange={(event) => dispatchUpload({ type: 'described', description: event.target.value })}
        />
        <TagCompletion
          text={upload.description}
          onComplete={(description) => dispatchUpload({ type: 'described', description })}
        />
        {upload.picture.kind === 'ready' && isMember && (
          <TemplateHint
            file={upload.picture.file}
            template={upload.picture.making?.template}
            texts={[upload.name, ...(upload.picture.making?.captions ?? []).map(({ text }) => text)]}
            description={upload.description}
            onTag={(description) => dispatchUpload({ type: 'described', description })}
          />
        )}
        <Checkbox
          label={t('upload.sensitive')}
          checked={upload.sensitive}
          disabled={isSending}
          onChange={(event) => dispatchUpload({ type: 'markedSensitive', sensitive: event.target.checked })}
        />
        {upload.sending.kind === 'sending' && <UploadProgress share={upload.sending.share} />}
        {upload.picture.kind !== 'ready' && (
          <Link to={paths.bulkUpload} className={styles.bulk} onClick={() => quickUpload.close()}>
            {t('upload.bulkLink')}
          </Link>
        )}
      </div>
    </form>
  )
}

const tooLong = (text: string, max: number): boolean => [...text.trim()].length > max
