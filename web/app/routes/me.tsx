import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router.tsx'
import looks from '../../ui/looks.module.css'
import type { MenuChoice, MenuEntry } from '../../ui/menu-entry.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useExploreEntries, useLogOutEntries, useOwnEntries, useSettingsEntries } from '../account-entries.tsx'
import styles from './me.module.css'

/** The account and Explore menus as a page, for the tab bar of phones. */
export function MeRoute() {
  const { t } = useTranslation()
  const logOut = useLogOutEntries()
  return (
    <div className={styles.page}>
      <PageTitle>{t('common.nav.me')}</PageTitle>
      <h1 className={looks.title}>{t('common.nav.me')}</h1>
      <Rows entries={useOwnEntries()} />
      <Group title={t('common.nav.explore')}>
        <Rows entries={useExploreEntries()} />
      </Group>
      {useSettingsEntries().map((choice) => (
        <Group key={choice.label} title={choice.label}>
          <Choice {...choice} />
        </Group>
      ))}
      {logOut.length > 0 && <Rows entries={logOut} />}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const Choice = ({ label, options, value, onChange }: MenuChoice) => (
  <Segmented label={label} options={options} value={value} onChange={onChange} />
)

function Rows({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <ul className={styles.rows}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the note has no name, and entries never move
        <li key={index}>
          <Row entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Row({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'note') return <div className={styles.note}>{entry.content}</div>
  if (entry.kind === 'link')
    return (
      <Link to={entry.to} className={styles.row}>
        {entry.icon}
        {entry.label}
      </Link>
    )
  if (entry.kind === 'action')
    return (
      <button type="button" className={styles.row} onClick={entry.onSelect}>
        {entry.icon}
        {entry.label}
      </button>
    )
  return null
}
