import { useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.ts'
import looks from '../../../ui/looks.module.css'
import { Menu } from '../../../ui/menu.tsx'
import { deleteMeme } from './delete-meme.ts'

const EditMemeDialog = lazyDialog(() => import('./edit-meme-dialog.tsx').then((module) => module.EditMemeDialog))

interface OwnerMenuProps {
  meme: Meme
  tabIndex: number
  variant: 'shade' | 'plain'
}

/** Menu with edit and delete, for tiles of the user's own memes. */
export function OwnerMenu({ meme, tabIndex, variant }: OwnerMenuProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const editing = useEditing(meme)
  return (
    <>
      <Menu
        label={t('own.more')}
        entries={[
          { kind: 'action', label: t('own.edit'), icon: <Pencil size={20} />, onSelect: editing.start },
          {
            kind: 'action',
            label: t('own.delete'),
            icon: <Trash2 size={20} />,
            onSelect: () => void deleteMeme(queryClient, meme),
          },
        ]}
      >
        {(trigger) => (
          <IconButton
            variant={variant}
            tooltip={false}
            label={t('own.more')}
            icon={<EllipsisVertical size={20} />}
            tabIndex={tabIndex}
            data-busy={trigger['aria-expanded'] || undefined}
            {...trigger}
          />
        )}
      </Menu>
      {editing.dialog}
    </>
  )
}

/** Edit and delete as full buttons, for the detail modal. */
export function OwnerActions({ meme, onDelete }: { meme: Meme; onDelete: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const editing = useEditing(meme)
  const remove = () => {
    onDelete()
    void deleteMeme(queryClient, meme)
  }
  return (
    <div className={looks.row2}>
      <Button variant="secondary" size="sm" icon={<Pencil size={18} />} onClick={editing.start}>
        {t('own.edit')}
      </Button>
      <Button variant="secondary" size="sm" icon={<Trash2 size={18} />} onClick={remove}>
        {t('own.delete')}
      </Button>
      {editing.dialog}
    </div>
  )
}

function useEditing(meme: Meme) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const start = () => {
    setWanted(true)
    setOpen(true)
  }
  const dialog = wanted && (
    <Suspense>
      <EditMemeDialog meme={meme} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { start, dialog }
}
