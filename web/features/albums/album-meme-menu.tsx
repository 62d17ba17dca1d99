import { useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import type { Album } from '#contract/memes/albums.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { refreshAlbums } from './album-queries.ts'

interface AlbumMemeMenuProps {
  album: Pick<Album, '_id' | 'name'>
  memeId: string
  tabIndex?: number | undefined
  /** If false, the menu is in the caption below the picture. */
  isOverPicture: boolean
}

/** Menu of an album owner's actions on a meme in it. */
export function AlbumMemeMenu({ album, memeId, tabIndex, isOverPicture }: AlbumMemeMenuProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const params = { id: album._id, memeId }
  const run = (change: () => Promise<unknown>) => () => {
    change()
      .then(() => refreshAlbums(queryClient))
      .catch((problem: unknown) => toast.error(problem))
  }
  const takeOut = async () => {
    await api('DELETE /albums/{id}/memes/{memeId}', { params })
    toast.success(t('albums.removed', { name: album.name }), {
      id: 'save to album',
      action: {
        label: t('memes.undo'),
        onAction: run(() => api('PUT /albums/{id}/memes/{memeId}', { params })),
      },
    })
  }
  const path = 'PATCH /albums/{id}/memes/{memeId}'
  return (
    <Menu
      label={t('albums.more')}
      entries={[
        {
          kind: 'action',
          label: t('albums.useAsCover'),
          onSelect: run(() => api('PATCH /albums/{id}', { params: { id: album._id }, body: { coverId: memeId } })),
        },
        {
          kind: 'action',
          label: t('albums.moveEarlier'),
          onSelect: run(() => api(path, { params, body: { move: 'earlier' } })),
        },
        {
          kind: 'action',
          label: t('albums.moveLater'),
          onSelect: run(() => api(path, { params, body: { move: 'later' } })),
        },
        {
          kind: 'action',
          label: t('albums.takeOut'),
          onSelect: run(takeOut),
        },
      ]}
    >
      {(trigger) => (
        <IconButton
          variant={isOverPicture ? 'shade' : 'plain'}
          label={t('albums.more')}
          icon={<EllipsisVertical size={20} />}
          tabIndex={tabIndex}
          {...trigger}
        />
      )}
    </Menu>
  )
}
