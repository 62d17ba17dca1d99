import { useId, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { noteMeme } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { WordsField } from '../memes/owner/words-field.tsx'
import styles from './words-dialog.module.css'

interface WordsDialogProps {
  meme: Meme
  open: boolean
  onClose: () => void
  onSaved?: () => void
}

/** The words in another member's meme, for a moderator to correct. */
export function WordsDialog({ meme, open, onClose, onSaved }: WordsDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [text, setText] = useState(meme.imageText ?? '')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const imageText = text.split(/\s+/u).filter(Boolean).join(' ')
  const save = async () => {
    setBusy(true)
    try {
      const answer = await api('POST /moderation/memes/{id}/words', { params: { id: meme._id }, body: { imageText } })
      noteMeme(meme._id, { imageText: imageText || undefined })
      toast.success(answer.message)
      onSaved?.()
      onClose()
    } catch (failure) {
      const inField = failure instanceof ApiError && failure.errors.find(({ path }) => path === 'imageText')
      if (inField) setError(inField.message)
      else toast.error(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('own.correctWords')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('own.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isBusy} disabled={imageText === (meme.imageText ?? '')}>
            {t('own.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <img className={styles.picture} src={meme.image.imageMedium} alt={pictureAlt(meme)} />
        <WordsField memeId={meme._id} error={error} value={text} onChange={(event) => setText(event.target.value)} />
      </form>
    </Dialog>
  )
}
