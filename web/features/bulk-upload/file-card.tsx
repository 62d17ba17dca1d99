import { ArrowLeft, ArrowRight, ImageOff, Pencil, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { formatMegabytes } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import looks from '../../ui/looks.module.css'
import styles from './file-card.module.css'
import type { BulkEntry } from './selection.ts'
import { useThumbnail } from './thumbnails.ts'

interface FileCardProps {
  entry: BulkEntry
  /** 1-based. */
  position: number
  isLast: boolean
  onEdit: () => void
  onRemove: () => void
  onMove: (by: number) => void
  /** Called with the id of a card that was dropped on this one. */
  onDropped: (id: string) => void
}

const CARD_TYPE = 'application/x-memeroom-card'

export function FileCard({ entry, position, isLast, onEdit, onRemove, onMove, onDropped }: FileCardProps) {
  const { t, language } = useTranslation()
  const [isTarget, setIsTarget] = useState(false)
  const name = entry.metadata.name || entry.file.name
  const url = useThumbnail(entry.id, entry.file)
  // Report pictures that this browser cannot open before they are sent.
  const failure = entry.failure ?? (url === '' ? t('bulk.unreadable') : null)
  const isCard = (event: DragEvent) => event.dataTransfer.types.includes(CARD_TYPE)
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    onMove(event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <li
      className={styles.card}
      data-card
      data-target={isTarget || undefined}
      data-failed={failure !== null || undefined}
      draggable
      onKeyDown={moveByKey}
      onDragStart={(event) => event.dataTransfer.setData(CARD_TYPE, entry.id)}
      onDragOver={(event) => {
        if (!isCard(event)) return
        event.preventDefault()
        setIsTarget(true)
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={(event) => {
        setIsTarget(false)
        const id = event.dataTransfer.getData(CARD_TYPE)
        if (id && id !== entry.id) onDropped(id)
      }}
    >
      <Preview url={url} alt={t('bulk.previewOf', { name })} />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {entry.metadata.description && <p className={styles.description}>{entry.metadata.description}</p>}
        <p className={styles.size}>{formatMegabytes(entry.file.size, language)}</p>
        {failure !== null && (
          <p className={looks.problem} role="status">
            {failure}
          </p>
        )}
      </div>
      <div className={styles.tools}>
        <OrderButtons name={name} position={position} isLast={isLast} onMove={onMove} />
        <div className={styles.order}>
          <IconButton tooltip={false} label={t('bulk.edit', { name })} icon={<Pencil size={18} />} onClick={onEdit} />
          <IconButton
            tooltip={false}
            label={t('bulk.remove', { name })}
            icon={<X size={18} />}
            data-remove
            onClick={onRemove}
          />
        </div>
      </div>
    </li>
  )
}

/** Alternative to dragging, for touch and keyboard. Buttons stay focusable at both ends, so that the focus is not lost. */
function OrderButtons({
  name,
  position,
  isLast,
  onMove,
}: Pick<FileCardProps, 'position' | 'isLast' | 'onMove'> & { name: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.order}>
      <IconButton
        tooltip={false}
        label={t('bulk.earlier', { name })}
        icon={<ArrowLeft size={18} />}
        aria-disabled={position === 1 || undefined}
        onClick={() => onMove(-1)}
      />
      <span className={styles.position} aria-hidden="true">
        {position}
      </span>
      <IconButton
        tooltip={false}
        label={t('bulk.later', { name })}
        icon={<ArrowRight size={18} />}
        aria-disabled={isLast || undefined}
        onClick={() => onMove(1)}
      />
    </div>
  )
}

function Preview({ url, alt }: { url: string | undefined; alt: string }) {
  return (
    <div className={styles.preview} data-waiting={url === undefined || undefined}>
      {url && <img src={url} alt={alt} draggable={false} />}
      {url === '' && <ImageOff size={32} aria-hidden="true" />}
    </div>
  )
}
