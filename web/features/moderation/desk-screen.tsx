import { useTranslation } from '../../lib/i18n.ts'
import { mayModerate } from '../../lib/roles.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { RoleGate } from '../users/role-gate.tsx'
import { AppealList } from './appeal-list.tsx'
import styles from './desk.module.css'
import { DeskList } from './desk-list.tsx'
import { InviteList } from './invite-list.tsx'
import { KnownList } from './known-list.tsx'
import { LogList } from './log-list.tsx'
import { WordsList } from './words-list.tsx'

/** The moderation desk. The URL stores the open tab. */
export function DeskScreen() {
  const { t } = useTranslation()
  return (
    <RoleGate may={mayModerate} refusal={t('desk.notAllowed')}>
      <Desk />
    </RoleGate>
  )
}

function Desk() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const tabs = [
    { value: 'reports', label: t('desk.tab.reports'), panel: <DeskList key="reports" list="reports" /> },
    { value: 'queue', label: t('desk.tab.queue'), panel: <DeskList key="queue" list="queue" /> },
    { value: 'words', label: t('desk.tab.words'), panel: <WordsList /> },
    { value: 'appeals', label: t('desk.tab.appeals'), panel: <AppealList /> },
    { value: 'templates', label: t('desk.tab.templates'), panel: <KnownList /> },
    { value: 'invites', label: t('desk.tab.invites'), panel: <InviteList /> },
    { value: 'log', label: t('desk.tab.log'), panel: <LogList /> },
  ]
  const open = tabs.find(({ value }) => value === address.get('tab'))?.value ?? 'reports'
  return (
    <div className={styles.page}>
      <PageTitle>{t('desk.title')}</PageTitle>
      <h1 className={styles.title}>{t('desk.title')}</h1>
      <Tabs
        label={t('desk.title')}
        tabs={tabs}
        value={open}
        onChange={(tab) => setAddress({ tab }, { replace: true })}
      />
    </div>
  )
}
