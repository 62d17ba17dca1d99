import { useRef, useState } from 'react'
import { lengthOf } from '#contract/bounded.ts'
import { MEME_DESCRIPTION_MAX_CHARS, MEME_NAME_MAX_CHARS } from '#contract/limits.ts'
import { formatMegabytes } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CharCount, TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SuggestedTags } from '../memes/tag-completion/suggested-tags.tsx'
import { withTag } from '../memes/tag-completion/typed-tag.ts'
import styles from './edit-dialog.module.css'
import { type BulkEntry, isWithinBounds } from './selection.ts'
import { useThumbnail } from './thumbnails.ts'

interface EditDialogProps {
  entry: BulkEntry
  onSave: (metadata: BulkEntry['metadata']) => void
  onClose: () => void
}

export function EditDialog({ entry, onSave, onClose }: EditDialogProps) {
  const { t, language } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(entry.metadata.name)
  const [description, setDescription] = useState(entry.metadata.description)
  const [sensitive, setSensitive] = useState(entry.metadata.sensitive)
  const url = useThumbnail(entry.id, entry.file)
  const isValid = isWithinBounds({ name, description })
  const save = () => {
    if (isValid) onSave({ name: name.trim(), description: description.trim(), sensitive })
  }
  return (
    <FormDialog
      title={t('bulk.editTitle')}
      initialFocus={nameField}
      isDisabled={!isValid}
      submit={t('bulk.save')}
      onClose={onClose}
      onSubmit={save}
    >
      <figure className={styles.figure}>
        {url && <img src={url} alt={t('bulk.previewOf', { name: entry.file.name })} />}
        <figcaption>
          {entry.file.name} · {formatMegabytes(entry.file.size, language)}
        </figcaption>
      </figure>
      <TextField
        ref={nameField}
        label={t('bulk.name')}
        value={name}
        autoComplete="off"
        aside={<CharCount length={lengthOf(name)} max={MEME_NAME_MAX_CHARS} />}
        error={lengthOf(name) > MEME_NAME_MAX_CHARS ? t('bulk.nameTooLong') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={t('bulk.description')}
        value={description}
        maxChars={MEME_DESCRIPTION_MAX_CHARS}
        error={lengthOf(description) > MEME_DESCRIPTION_MAX_CHARS ? t('bulk.descriptionTooLong') : undefined}
        onChange={(event) => setDescription(event.target.value)}
      />
      <SuggestedTags
        texts={[name]}
        description={description}
        onTag={(tag) => setDescription(withTag(description, tag))}
      />
      <Checkbox
        label={t('bulk.sensitive')}
        checked={sensitive}
        onChange={(event) => setSensitive(event.target.checked)}
      />
    </FormDialog>
  )
}
