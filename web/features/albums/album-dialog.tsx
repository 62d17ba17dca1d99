import { useRef, useState } from 'react'
import { ALBUM_NAME_MAX_CHARS } from '#contract/limits.ts'
import { ALBUM_VISIBILITIES, type Album, type AlbumVisibility } from '#contract/memes/albums.ts'
import { api } from '../../lib/api.ts'
import { useFieldText } from '../../lib/form-errors.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useVisibilityText } from './visibility-texts.ts'

interface AlbumDialogProps {
  /** The album to edit; undefined for a new one. */
  album?: Album
  onClose: () => void
  onSaved: (album: Album) => void
}

export function AlbumDialog({ album, onClose, onSaved }: AlbumDialogProps) {
  const { t } = useTranslation()
  const visibilityText = useVisibilityText()
  const fieldText = useFieldText()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(album?.name ?? '')
  const [visibility, setVisibility] = useState<AlbumVisibility>(album?.visibility ?? 'private')
  const { isRunning, problems, run } = useTask({ name: [] })
  const save = () =>
    run(async () => {
      const body = { name, visibility }
      const { data } = album
        ? await api('PATCH /albums/{id}', { params: { id: album._id }, body })
        : await api('POST /albums', { body })
      onSaved(data)
    })
  return (
    <FormDialog
      title={album ? t('albums.edit') : t('albums.new')}
      size="sm"
      initialFocus={field}
      isSending={isRunning}
      submit={t('albums.saveChanges')}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        ref={field}
        label={t('albums.name')}
        error={fieldText(problems.name)}
        maxChars={ALBUM_NAME_MAX_CHARS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label={t('albums.visibility.label')}
        options={ALBUM_VISIBILITIES.map((value) => ({ value, label: visibilityText(value) }))}
        value={visibility}
        onChange={setVisibility}
      />
    </FormDialog>
  )
}
