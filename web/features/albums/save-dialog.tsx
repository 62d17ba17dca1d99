import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ALBUM_NAME_MAX_CHARS } from '#contract/limits.ts'
import type { Album } from '#contract/memes/albums.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { api } from '../../lib/api.ts'
import { useFieldText } from '../../lib/form-errors.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
import { tapAlbum, useMemeToggles } from '../actions/meme-toggles.ts'
import { albumsQuery, refreshAlbums } from './album-queries.ts'
import styles from './albums.module.css'

/**
 * The member's albums with a checkmark on those that contain the meme. The bookmark album is first, then the most recently used.
 */
export function SaveDialog({ meme, onClose }: { meme: Meme; onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { inAlbum } = useMemeToggles(meme)
  const { data, error, refetch } = useQuery(albumsQuery(user?.userId ?? '', meme._id))
  // Freezes the order while the dialog is open: saving makes an album the most recently used.
  const [order, setOrder] = useState<readonly string[]>()
  const albums = data && [...data].sort(byUse(order))
  if (data && !order) setOrder([...data].sort(byUse(undefined)).map(({ _id }) => _id))
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} title={t('albums.saveTo')} size="sm">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !albums && <Skeleton height="8rem" />}
      {albums && (
        <ul className={styles.choices}>
          <li>
            <label className={styles.choice}>
              <input type="checkbox" checked={inAlbum} onChange={() => tapAlbum(meme, 'detail')} />
              {t('albums.default')}
            </label>
          </li>
          {albums.map((album) => (
            <li key={album._id}>
              <Choice album={album} memeId={meme._id} />
            </li>
          ))}
        </ul>
      )}
      <NewAlbum memeId={meme._id} />
    </Dialog>
  )
}

/** Compares albums: new ones first, then in the given order, else by last use. */
const byUse = (order: readonly string[] | undefined) => (a: Album, b: Album) =>
  order ? order.indexOf(a._id) - order.indexOf(b._id) : (b.usedAt ?? '').localeCompare(a.usedAt ?? '')

function Choice({ album, memeId }: { album: Album; memeId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<boolean>()
  const isIn = wanted ?? album.hasMeme ?? false
  const change = async (next: boolean) => {
    setWanted(next)
    const params = { id: album._id, memeId }
    try {
      await (next
        ? api('PUT /albums/{id}/memes/{memeId}', { params })
        : api('DELETE /albums/{id}/memes/{memeId}', { params }))
      await refreshAlbums(queryClient)
      toast.success(t(next ? 'albums.added' : 'albums.removed', { name: album.name }), { id: 'save to album' })
    } catch (problem) {
      toast.error(problem)
    } finally {
      setWanted(undefined)
    }
  }
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={isIn} onChange={(event) => void change(event.target.checked)} />
      {album.name}
    </label>
  )
}

function NewAlbum({ memeId }: { memeId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const fieldText = useFieldText()
  const [name, setName] = useState('')
  const { isRunning, problems, run } = useTask({ name: [] })
  const create = async (event: FormEvent) => {
    event.preventDefault()
    await run(async () => {
      const { data } = await api('POST /albums', { body: { name } })
      await api('PUT /albums/{id}/memes/{memeId}', { params: { id: data._id, memeId } })
      setName('')
      toast.success(t('albums.added', { name: data.name }), { id: 'save to album' })
    })
    await refreshAlbums(queryClient)
  }
  return (
    <form className={styles.new} noValidate onSubmit={create}>
      <TextField
        label={t('albums.newName')}
        error={fieldText(problems.name)}
        maxChars={ALBUM_NAME_MAX_CHARS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" variant="secondary" loading={isRunning}>
        {t('albums.create')}
      </Button>
    </form>
  )
}
