import { useTranslation } from '../../lib/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './shortcut-help.module.css'

const SHORTCUTS = [
  { keys: ['/'], text: 'help.search' },
  { keys: ['↑', '↓', '←', '→'], text: 'help.move' },
  { keys: ['Enter'], text: 'help.open' },
  { keys: ['←', '→'], text: 'help.step' },
  { keys: ['Esc'], text: 'help.close' },
  { keys: ['L'], text: 'help.like' },
  { keys: ['C'], text: 'help.copy' },
  { keys: ['?'], text: 'help.help' },
] as const

interface ShortcutHelpProps {
  open: boolean
  onClose: () => void
}

export function ShortcutHelp({ open, onClose }: ShortcutHelpProps) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t('help.title')} size="sm">
      <dl className={styles.list}>
        {SHORTCUTS.map(({ keys, text }) => (
          <div key={text} className={styles.line}>
            <dt className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className={styles.text}>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
