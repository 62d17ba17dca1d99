import { type FormEvent, useId, useRef, useState } from 'react'
import { ALBUM_NAME_MAX_CHARS } from '#contract/limits.ts'
import { ALBUM_VISIBILITIES, type Album, type AlbumVisibility } from '#contract/memes/albums.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useFieldText } from '../../lib/form-errors.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './albums.module.css'
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
  const formId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(album?.name ?? '')
  const [visibility, setVisibility] = useState<AlbumVisibility>(album?.visibility ?? 'private')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const body = { name, visibility }
      const { data } = album
        ? await api('PATCH /albums/{id}', { params: { id: album._id }, body })
        : await api('POST /albums', { body })
      onSaved(data)
    } catch (problem) {
      const failure = problem instanceof ApiError && problem.errors.find(({ path }) => path === 'name')
      if (!failure) return toast.error(problem)
      setError(failure.message)
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={album ? t('albums.edit') : t('albums.new')}
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('albums.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isBusy}>
            {t('albums.saveChanges')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={save}>
        <TextField
          ref={field}
          label={t('albums.name')}
          error={fieldText(error)}
          maxChars={ALBUM_NAME_MAX_CHARS}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
        <Select
          label={t('albums.visibility.label')}
          options={ALBUM_VISIBILITIES.map((value) => ({ value, label: visibilityText(value) }))}
          value={visibility}
          onChange={setVisibility}
        />
      </form>
    </Dialog>
  )
}
