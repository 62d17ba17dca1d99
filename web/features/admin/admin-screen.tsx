import { Suspense } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { mayAdminister } from '../../lib/roles.ts'
import { useSearchParams } from '../../lib/router.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { RoleGate } from '../users/role-gate.tsx'
import { WebhookList } from '../webhooks/webhook-list.tsx'
import styles from './admin.module.css'
import { GifKeys } from './gif-keys.tsx'
import { NetworkList } from './network-list.tsx'
import { PeopleList } from './people-list.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SpacePanel } from './space-panel.tsx'

// A separate chunk holds the chart library.
const NumbersPanel = lazyPart(() => import('./numbers-panel.tsx').then((module) => module.NumbersPanel))

/** The site's settings, members and statistics. The URL stores the open tab. */
export function AdminScreen() {
  const { t } = useTranslation()
  return (
    <RoleGate may={mayAdminister} refusal={t('admin.notAllowed')}>
      <Administration />
    </RoleGate>
  )
}

function Administration() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const tabs = [
    { value: 'settings', label: t('admin.tab.settings'), panel: <SettingsPanel /> },
    { value: 'people', label: t('admin.tab.people'), panel: <PeopleList /> },
    {
      value: 'numbers',
      label: t('admin.tab.numbers'),
      panel: (
        <Suspense fallback={<Skeleton className={styles.loading} />}>
          <NumbersPanel />
        </Suspense>
      ),
    },
    { value: 'storage', label: t('admin.tab.storage'), panel: <SpacePanel /> },
    { value: 'networks', label: t('admin.tab.networks'), panel: <NetworkList /> },
    { value: 'webhooks', label: t('webhooks.title'), panel: <WebhookList /> },
  ]
  const open = tabs.find(({ value }) => value === address.get('tab'))?.value ?? 'settings'
  return (
    <div className={styles.page}>
      <PageTitle>{t('admin.title')}</PageTitle>
      <h1 className={styles.title}>{t('admin.title')}</h1>
      <Tabs
        label={t('admin.title')}
        tabs={tabs}
        value={open}
        onChange={(tab) => setAddress({ tab }, { replace: true })}
      />
    </div>
  )
}

function SettingsPanel() {
  return (
    <div className={styles.settings}>
      <SettingsForm />
      <GifKeys />
    </div>
  )
}
