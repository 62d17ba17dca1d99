import { useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { noteMeme } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
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
  const [text, setText] = useState(meme.imageText ?? '')
  const { isRunning, problems, run } = useTask({ readText: [] })
  const readText = text.split(/\s+/u).filter(Boolean).join(' ')
  const save = () =>
    run(async () => {
      const answer = await api('POST /moderation/memes/{id}/words', { params: { id: meme._id }, body: { readText } })
      noteMeme(meme._id, { imageText: readText || undefined })
      toast.success(answer.message)
      onSaved?.()
      onClose()
    })
  return (
    <FormDialog
      open={open}
      title={t('own.correctWords')}
      isSending={isRunning}
      isDisabled={readText === (meme.imageText ?? '')}
      submit={t('own.save')}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <img className={styles.picture} src={meme.image.imageMedium} alt={pictureAlt(meme)} />
      <WordsField
        memeId={meme._id}
        error={problems.readText}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
