import { useState } from 'react'
import { MEME_DESCRIPTION_MAX_CHARS } from '#contract/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SuggestedTags } from '../memes/tag-completion/suggested-tags.tsx'
import { withTag } from '../memes/tag-completion/typed-tag.ts'

interface DescribeAllDialogProps {
  /** The names of the chosen pictures. */
  names: readonly string[]
  onApply: (description: string, tag: string, sensitive: boolean) => void
  onClose: () => void
}

/** Applies one description, one tag and the sensitive mark to all chosen pictures. */
export function DescribeAllDialog({ names, onApply, onClose }: DescribeAllDialogProps) {
  const { t } = useTranslation()
  const [description, setDescription] = useState('')
  const [tag, setTag] = useState('')
  const [sensitive, setSensitive] = useState(false)
  const isEmpty = !description.trim() && !tag.trim() && !sensitive
  const apply = () => {
    if (!isEmpty) onApply(description, tag, sensitive)
  }
  return (
    <FormDialog
      title={t('bulk.describeAll.title', { count: names.length })}
      size="sm"
      isDisabled={isEmpty}
      submit={t('bulk.describeAll.apply')}
      onClose={onClose}
      onSubmit={apply}
    >
      <TextArea
        label={t('bulk.description')}
        hint={t('bulk.describeAll.descriptionHint')}
        value={description}
        maxChars={MEME_DESCRIPTION_MAX_CHARS}
        onChange={(event) => setDescription(event.target.value)}
      />
      <TextField
        label={t('bulk.describeAll.tag')}
        hint={t('bulk.describeAll.tagHint')}
        value={tag}
        autoComplete="off"
        onChange={(event) => setTag(event.target.value)}
      />
      <SuggestedTags
        texts={names}
        description={tag.trim() === '' ? description : withTag(description, tag.trim())}
        onTag={setTag}
      />
      <Checkbox
        label={t('bulk.sensitive')}
        checked={sensitive}
        onChange={(event) => setSensitive(event.target.checked)}
      />
    </FormDialog>
  )
}
