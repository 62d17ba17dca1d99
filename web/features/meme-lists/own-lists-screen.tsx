import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate, useSearchParams } from '../../lib/router.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ScrollToTop } from '../memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../memes/scroll/use-saved-lists.ts'
import { OWN_TABS, type OwnAddress, type OwnTab, readOwnAddress, writeOwnAddress } from './own-address.ts'
import styles from './own-lists.module.css'
import { AlbumList, FrequentList } from './own-lists.tsx'
import { UploadedList } from './uploaded-list.tsx'

const TAB_KEYS = {
  frequent: 'own.tabs.frequent',
  uploadedByMe: 'own.tabs.uploadedByMe',
  album: 'own.tabs.album',
} as const satisfies Record<OwnTab, string>

const panels: Record<OwnTab, (address: OwnAddress) => ReactNode> = {
  frequent: (address) => <FrequentList address={address} />,
  uploadedByMe: (address) => <UploadedList address={address} />,
  album: (address) => <AlbumList address={address} />,
}

/** A member's frequently used, uploaded and saved memes. The URL stores tab, order and search. */
export function OwnListsScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const address = readOwnAddress(query)
  useSavedLists()
  return (
    <div className={styles.page}>
      <PageTitle>{t('own.title')}</PageTitle>
      <h1 className={styles.title}>{t('own.title')}</h1>
      <Tabs
        label={t('own.tabs.label')}
        value={address.tab}
        onChange={(tab) => void navigate(writeOwnAddress({ ...address, tab, view: '' }), { replace: true })}
        tabs={OWN_TABS.map((tab) => ({
          value: tab,
          label: t(TAB_KEYS[tab]),
          panel: tab === address.tab && panels[tab](address),
        }))}
      />
      <ScrollToTop />
    </div>
  )
}
