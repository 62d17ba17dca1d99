import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { cutShown } from '#contract/bounded.ts'
import * as limits from '#contract/limits.ts'
import { EditMemeInput, type Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { api } from '../../../lib/api.ts'
import { showFieldErrors, useFieldText } from '../../../lib/form-errors.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { CharCount, TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { SuggestedTags } from '../tag-completion/suggested-tags.tsx'
import { withTag } from '../tag-completion/typed-tag.ts'
import styles from './edit-meme-dialog.module.css'
import { WordsField } from './words-field.tsx'

interface EditMemeDialogProps {
  meme: Meme
  open: boolean
  onClose: () => void
}

/** Edits the texts and the sensitive mark of the user's own meme. */
export function EditMemeDialog({ meme, open, onClose }: EditMemeDialogProps) {
  const { t } = useTranslation()
  const fieldText = useFieldText()
  const { name, description, altText, sensitive } = meme
  // A reading may be longer than a correction.
  const readText = cutShown(meme.imageText ?? '', limits.IMAGE_TEXT_MAX_CHARS)
  const { register, handleSubmit, formState, setError, setValue, watch } = useForm<EditMemeInput>({
    resolver: zodResolver(EditMemeInput) as never,
    values: { name, description, altText, readText, sensitive },
    // The words may be read while the dialog is open.
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting, dirtyFields } = formState
  const save = handleSubmit(async ({ readText: words, ...others }) => {
    // Words that are sent count as corrected.
    const input = dirtyFields.readText ? { ...others, readText: words } : others
    try {
      await api('PATCH /meme/{id}', { params: { id: meme._id }, body: input })
      toast.success(t('own.saved'))
      onClose()
    } catch (error) {
      if (!showFieldErrors(error, ['name', 'description', 'altText', 'readText'], setError)) toast.error(error)
    }
  })
  const [typedName = '', typedDescription = '', typedWords = ''] = watch(['name', 'description', 'readText'])
  const addTag = (tag: string) => setValue('description', withTag(typedDescription, tag), { shouldDirty: true })
  return (
    <FormDialog
      open={open}
      title={t('own.edit')}
      isSending={isSubmitting}
      submit={t('own.save')}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <img className={styles.picture} src={meme.image.imageSmall} alt={pictureAlt(meme)} />
      <TextField
        label={t('own.name')}
        error={fieldText(errors.name?.message)}
        aside={<CharCount length={[...typedName].length} max={limits.MEME_NAME_MAX_CHARS} />}
        {...register('name')}
      />
      <TextArea
        label={t('own.description')}
        error={fieldText(errors.description?.message)}
        maxChars={limits.MEME_DESCRIPTION_MAX_CHARS}
        hint={t('own.descriptionHint')}
        {...register('description')}
        value={typedDescription}
      />
      {open && <SuggestedTags texts={[typedName, typedWords]} description={typedDescription} onTag={addTag} />}
      <TextArea
        label={t('own.altText')}
        error={fieldText(errors.altText?.message)}
        maxChars={limits.MEME_ALT_TEXT_MAX_CHARS}
        defaultValue={altText}
        hint={t('own.altTextHint')}
        {...register('altText')}
      />
      <WordsField
        memeId={meme._id}
        error={fieldText(errors.readText?.message)}
        defaultValue={readText}
        {...register('readText')}
      />
      <Checkbox label={t('own.sensitive')} {...register('sensitive')} />
    </FormDialog>
  )
}
