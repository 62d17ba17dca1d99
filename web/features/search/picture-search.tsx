import { ScanSearch } from 'lucide-react'
import { type ChangeEvent, type DragEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyDialog } from '../../ui/lazy-dialog.ts'
import styles from './search-box.module.css'

const PictureSearchDialog = lazyDialog(() =>
  import('./picture-search-dialog.tsx').then((module) => module.PictureSearchDialog),
)

interface PictureSearch {
  picture: File
  turn: number
}

/** State of a search by picture. Pasting a picture into the search box also starts one. */
export function usePictureSearch() {
  const [current, setCurrent] = useState<PictureSearch | null>(null)
  const turn = useRef(0)
  const start = (files: FileList | null | undefined): boolean => {
    const picture = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!picture) return false
    turn.current += 1
    setCurrent({ picture, turn: turn.current })
    return true
  }
  const dialog = current && (
    <Suspense>
      <PictureSearchDialog key={current.turn} {...current} onClose={() => setCurrent(null)} />
    </Suspense>
  )
  return { start, dialog, drops: useDrops(start) }
}

/** Searches for a picture dropped on the search box. Stops the event, so that the page does not handle the drop. */
function useDrops(start: (files: FileList) => boolean) {
  const [isOver, setOver] = useState(false)
  const takes = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const over = (event: DragEvent) => {
    if (!takes(event)) return
    event.preventDefault()
    event.nativeEvent.stopPropagation()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const handlers = {
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!takes(event)) return
      event.preventDefault()
      event.nativeEvent.stopPropagation()
      setOver(false)
      start(event.dataTransfer.files)
    },
  }
  return { isOver, handlers }
}

export function PictureSearchButton({ onFiles }: { onFiles: (files: FileList | null) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles(event.target.files)
    // Allow choosing the same file again.
    event.target.value = ''
  }
  return (
    <>
      <button
        type="button"
        className={styles.clear}
        aria-label={t('common.search.byPicture')}
        title={t('common.search.byPicture')}
        onClick={() => input.current?.click()}
      >
        <ScanSearch size={19} />
      </button>
      <input ref={input} type="file" accept="image/*" hidden onChange={choose} />
    </>
  )
}
