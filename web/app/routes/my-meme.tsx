import { useInfiniteQuery } from '@tanstack/react-query'
import { ImagePlus, Images } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { Meme } from '#contract/memes.ts'
import { albumQuery, frequentQuery } from '../../features/actions/own-lists-query.ts'
import { MemeListView } from '../../features/meme-lists/meme-list-view.tsx'
import { type OwnAddress, type OwnTab, readOwnAddress, writeOwnAddress } from '../../features/meme-lists/own-address.ts'
import { useMemeList } from '../../features/memes/data/meme-page.ts'
import { useUploadedMemes } from '../../features/memes/data/uploaded-memes.ts'
import { OWN_SORTS, type OwnSort, userMemesQuery } from '../../features/memes/data/user-memes-query.ts'
import { OwnSearch } from '../../features/memes/owner/own-search.tsx'
import { OwnerMenu } from '../../features/memes/owner/owner-actions.tsx'
import { quickUpload } from '../../features/memes/quick-upload/quick-upload-store.ts'
import { listKeyOf } from '../../features/memes/scroll/saved-lists.ts'
import { ScrollToTop } from '../../features/memes/scroll/scroll-to-top.tsx'
import { useSavedLists } from '../../features/memes/scroll/use-saved-lists.ts'
import type { TileActionContext } from '../../features/memes/tile/tile.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './my-meme.module.css'

const TAB_KEYS = {
  frequent: 'own.tabs.frequent',
  uploadedByMe: 'own.tabs.uploadedByMe',
  album: 'own.tabs.album',
} as const satisfies Record<OwnTab, string>

const SORT_KEYS = {
  newest: 'own.sort.newest',
  oldest: 'own.sort.oldest',
  views: 'own.sort.views',
  likes: 'own.sort.likes',
  copies: 'own.sort.copies',
} as const satisfies Record<OwnSort, string>

interface ListProps {
  address: OwnAddress
}

const panels = {
  frequent: (address: OwnAddress) => <FrequentList address={address} />,
  uploadedByMe: (address: OwnAddress) => <UploadedList address={address} />,
  album: (address: OwnAddress) => <AlbumList address={address} />,
} as const satisfies Record<OwnTab, (address: OwnAddress) => ReactNode>

/** What a member uses, has uploaded and keeps; tab, order and search stand in the address. */
export function MyMemeRoute() {
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
        tabs={(Object.keys(panels) as OwnTab[]).map((tab) => ({
          value: tab,
          label: t(TAB_KEYS[tab]),
          panel: tab === address.tab && panels[tab](address),
        }))}
      />
      <ScrollToTop />
    </div>
  )
}

function FrequentList({ address }: ListProps) {
  const { t } = useTranslation()
  const options = frequentQuery(useUser().userId)
  const list = useMemeList(useInfiniteQuery(options))
  return (
    <MemeListView
      list={list}
      listKey={listKeyOf(options.queryKey)}
      label={t('own.tabs.frequent')}
      {...listAddress(address)}
      sourceType="other"
      empty={<EmptyState title={t('own.empty.frequent')} hint={t('own.empty.frequentHint')} action={<Browse />} />}
    />
  )
}

function AlbumList({ address }: ListProps) {
  const { t } = useTranslation()
  const options = albumQuery(useUser().userId)
  const list = useMemeList(useInfiniteQuery(options))
  return (
    <MemeListView
      list={list}
      listKey={listKeyOf(options.queryKey)}
      label={t('own.tabs.album')}
      {...listAddress(address)}
      sourceType="other"
      empty={<EmptyState title={t('own.empty.album')} hint={t('own.empty.albumHint')} action={<Browse />} />}
    />
  )
}

function UploadedList({ address }: ListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = (part: Partial<OwnAddress>) =>
    void navigate(writeOwnAddress({ ...address, ...part, view: '' }), { replace: true })
  return (
    <>
      <div className={styles.tools}>
        <OwnSearch text={address.search} onChange={(search) => change({ search })} />
        <Select
          label={t('own.sort.label')}
          options={OWN_SORTS.map((value) => ({ value, label: t(SORT_KEYS[value]) }))}
          value={address.sort}
          onChange={(sort) => change({ sort })}
        />
      </div>
      <UploadedMemes key={`${address.sort} ${address.search}`} address={address} />
    </>
  )
}

const NONE: readonly Meme[] = []

function UploadedMemes({ address }: ListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const options = userMemesQuery(useUser().username, address)
  const uploaded = useUploadedMemes()
  const isPlain = address.sort === 'newest' && !address.search
  const list = useMemeList(useInfiniteQuery(options), isPlain ? uploaded : NONE)
  return (
    <MemeListView
      list={list}
      listKey={listKeyOf(options.queryKey)}
      label={t('own.tabs.uploadedByMe')}
      {...listAddress(address)}
      sourceType="other"
      moreActions={ownerMenu}
      empty={
        address.search ? (
          <EmptyState
            title={t('own.empty.search', { text: address.search })}
            hint={t('own.empty.searchHint')}
            action={
              <Button
                variant="secondary"
                onClick={() => void navigate(writeOwnAddress({ ...address, search: '' }), { replace: true })}
              >
                {t('own.search.clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            title={t('own.empty.uploaded')}
            hint={t('own.empty.uploadedHint')}
            action={
              <Button icon={<ImagePlus size={20} />} onClick={() => quickUpload.open()}>
                {t('own.empty.upload')}
              </Button>
            }
          />
        )
      }
    />
  )
}

const ownerMenu = (meme: Meme, { tabIndex, isOverPicture }: TileActionContext) => (
  <OwnerMenu meme={meme} tabIndex={tabIndex} variant={isOverPicture ? 'shade' : 'plain'} />
)

const listAddress = (address: OwnAddress) => ({
  view: address.view,
  addressOf: (view: string) => writeOwnAddress({ ...address, view }),
})

function Browse() {
  const { t } = useTranslation()
  return (
    <ButtonLink to={paths.home} icon={<Images size={20} />}>
      {t('own.empty.browse')}
    </ButtonLink>
  )
}

/** The route is shown to members alone; while somebody logs out it is drawn once more, for nobody. */
function useUser() {
  const { user } = useSession()
  return { userId: user?.userId ?? '', username: user?.username ?? '' }
}
