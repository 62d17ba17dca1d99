import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, KeyRound, Link2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Album } from '#contract/memes/albums.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Link, useNavigate } from '../../lib/router.tsx'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import looks from '../../ui/looks.module.css'
import { toast } from '../../ui/toast.ts'
import { useGuestLink } from '../actions/use-guest-link.tsx'
import { AlbumDialog } from './album-dialog.tsx'
import { refreshAlbums } from './album-queries.ts'
import styles from './albums.module.css'
import { useVisibilityText } from './visibility-texts.ts'

/** Name, owner and count of an album, plus actions for its owner. */
export function AlbumHead({ album }: { album: Album }) {
  const { t } = useTranslation()
  const visibilityText = useVisibilityText()
  const about = [t('albums.count', { count: album.count }), ...(album.isOwn ? [visibilityText(album.visibility)] : [])]
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{album.name}</h1>
      <p className={looks.quiet}>
        <Link to={paths.user(album.owner.username)}>{album.owner.displayName}</Link> · {about.join(' · ')}
      </p>
      <div className={looks.row3}>
        {album.visibility !== 'private' && (
          <Button variant="secondary" size="sm" icon={<Link2 size={18} />} onClick={copyAddress}>
            {t('memes.copyLink')}
          </Button>
        )}
        {album.isOwn && <OwnerTools album={album} />}
      </div>
    </header>
  )

  function copyAddress() {
    navigator.clipboard.writeText(location.origin + paths.album(album._id)).then(
      () => toast.success(t('albums.linkCopied')),
      () => toast.error(t('albums.linkNotCopied')),
    )
  }
}

function OwnerTools({ album }: { album: Album }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { membersOnly } = useSite()
  const guestLink = useGuestLink({ kind: 'album', id: album._id })
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const params = { id: album._id }
  const move = async (to: 'earlier' | 'later') => {
    try {
      await api('PATCH /albums/{id}', { params, body: { move: to } })
      await refreshAlbums(queryClient)
      toast.success(t('albums.moved'))
    } catch (problem) {
      toast.error(problem)
    }
  }
  const remove = async () => {
    try {
      await api('DELETE /albums/{id}', { params })
      void navigate(`${paths.myMemes}?tab=album`, { replace: true })
      toast.success(t('albums.deleted'))
    } catch (problem) {
      toast.error(problem)
    }
  }
  return (
    <>
      {membersOnly && album.visibility !== 'private' && (
        <Button variant="secondary" size="sm" icon={<KeyRound size={18} />} onClick={guestLink.start}>
          {t('memes.sharing.guests')}
        </Button>
      )}
      {guestLink.dialog}
      <Button variant="secondary" size="sm" icon={<Pencil size={18} />} onClick={() => setOpen('edit')}>
        {t('albums.edit')}
      </Button>
      <Button variant="secondary" size="sm" icon={<ArrowLeft size={18} />} onClick={() => void move('earlier')}>
        {t('albums.moveEarlier')}
      </Button>
      <Button variant="secondary" size="sm" icon={<ArrowRight size={18} />} onClick={() => void move('later')}>
        {t('albums.moveLater')}
      </Button>
      <Button variant="danger" size="sm" icon={<Trash2 size={18} />} onClick={() => setOpen('delete')}>
        {t('albums.delete')}
      </Button>
      {open === 'edit' && (
        <AlbumDialog
          album={album}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined)
            void refreshAlbums(queryClient)
          }}
        />
      )}
      {open === 'delete' && (
        <Dialog
          open
          onOpenChange={(next) => !next && setOpen(undefined)}
          title={t('albums.deleteTitle', { name: album.name })}
          description={t('albums.deleteHint')}
          size="sm"
          footer={
            <>
              <Button variant="secondary" onClick={() => setOpen(undefined)}>
                {t('common.cancel')}
              </Button>
              <Button variant="danger" onClick={() => void remove()}>
                {t('albums.delete')}
              </Button>
            </>
          }
        >
          {null}
        </Dialog>
      )}
    </>
  )
}
