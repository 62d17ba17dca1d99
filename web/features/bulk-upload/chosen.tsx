import { Plus, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { BULK_MAX_FILES } from '#contract/limits.ts'
import { formatMegabytes } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { changeEntries, changeEntry, chooseFiles, useBulk } from './bulk-store.ts'
import styles from './chosen.module.css'
import { DescribeAllDialog } from './describe-all-dialog.tsx'
import { FilesButton } from './drop-zone.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { FileCard } from './file-card.tsx'
import { type BulkEntry, describeAll, moveBefore, moveEntry, totalBytes } from './selection.ts'

interface ChosenProps {
  entries: BulkEntry[]
  onClear: () => void
  onSend: () => void
}

/** Cards of the chosen pictures, with actions for all of them. */
export function Chosen({ entries, onClear, onSend }: ChosenProps) {
  const { t } = useTranslation()
  const { restored } = useBulk()
  const [editedId, setEditedId] = useState<string | null>(null)
  const [spoken, setSpoken] = useState('')
  const edited = entries.find((entry) => entry.id === editedId)
  const move = (entry: BulkEntry, by: number) => {
    changeEntries((all) => moveEntry(all, entry.id, by))
    const position = Math.min(entries.length, Math.max(1, entries.indexOf(entry) + 1 + by))
    setSpoken(t('bulk.movedTo', { name: entry.metadata.name || entry.file.name, position, count: entries.length }))
  }
  const { list, keepFocusAt } = useFocusAfterRemoval(entries)
  const remove = (entry: BulkEntry, index: number) => {
    keepFocusAt(index)
    changeEntries((all) => all.filter(({ id }) => id !== entry.id))
  }
  return (
    <>
      {restored > 0 && (
        <p className={styles.restored} role="status">
          {t('bulk.restored', { count: restored })}
        </p>
      )}
      <SummaryBar entries={entries} onClear={onClear} onSend={onSend} />
      <ul ref={list} className={styles.grid}>
        {entries.map((entry, index) => (
          <FileCard
            key={entry.id}
            entry={entry}
            position={index + 1}
            isLast={index === entries.length - 1}
            onEdit={() => setEditedId(entry.id)}
            onRemove={() => remove(entry, index)}
            onMove={(by) => move(entry, by)}
            onDropped={(id) => changeEntries((all) => moveBefore(all, id, entry.id))}
          />
        ))}
        {entries.length < BULK_MAX_FILES && (
          <li className={styles.more}>
            <FilesButton className={styles.moreButton} label={t('bulk.choose')} onFiles={chooseFiles}>
              <Plus size={32} aria-hidden="true" />
              {t('bulk.addMore')}
            </FilesButton>
          </li>
        )}
      </ul>
      <VisuallyHidden live>{spoken}</VisuallyHidden>
      {edited && (
        <EditDialog
          key={edited.id}
          entry={edited}
          onClose={() => setEditedId(null)}
          onSave={(metadata) => {
            changeEntry(edited.id, { metadata })
            setEditedId(null)
          }}
        />
      )}
    </>
  )
}

/** Removing a card also removes its focused button, so focus the next card's button. */
function useFocusAfterRemoval(entries: readonly BulkEntry[]) {
  const list = useRef<HTMLUListElement>(null)
  const removedAt = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the cards have changed.
  useEffect(() => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    if (removedAt.current !== null) buttons[Math.min(removedAt.current, buttons.length - 1)]?.focus()
    removedAt.current = null
  }, [entries])
  return {
    list,
    keepFocusAt: (index: number) => {
      removedAt.current = index
    },
  }
}

function SummaryBar({ entries, onClear, onSend }: ChosenProps) {
  const { t, language } = useTranslation()
  const [isDescribing, setIsDescribing] = useState(false)
  return (
    <section className={styles.summary} aria-label={t('bulk.summary')}>
      <p className={styles.counts}>
        <strong>{t('bulk.files', { count: entries.length })}</strong>
        <span>{formatMegabytes(totalBytes(entries), language)}</span>
      </p>
      <div className={styles.buttons}>
        {entries.length > 1 && (
          <Button variant="ghost" onClick={() => setIsDescribing(true)}>
            {t('bulk.describeAll.open')}
          </Button>
        )}
        <Button variant="secondary" onClick={onClear}>
          {t('bulk.clearAll')}
        </Button>
        <Button icon={<Upload size={20} />} disabled={entries.length === 0} onClick={onSend}>
          {t('bulk.uploadAll')}
        </Button>
      </div>
      {isDescribing && (
        <DescribeAllDialog
          names={entries.map(({ metadata }) => metadata.name)}
          onClose={() => setIsDescribing(false)}
          onApply={(description, tag, sensitive) => {
            changeEntries((all) => describeAll(all, description, tag, sensitive))
            setIsDescribing(false)
          }}
        />
      )}
    </section>
  )
}
