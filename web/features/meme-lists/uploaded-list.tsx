import { useInfiniteQuery } from '@tanstack/react-query'
import type { Meme } from '#contract/memes/memes.ts'
import { type ListedMeme, useUploadedMemes } from '../../entities/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useNavigate } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useMemeList } from '../memes/data/meme-page.ts'
import { OWN_SORTS, type OwnSort, userMemesQuery } from '../memes/data/user-memes-query.ts'
import { OwnerMenu } from '../memes/owner/owner-actions.tsx'
import { listKeyOf } from '../memes/scroll/saved-lists.ts'
import { StorageWarning } from '../memes/storage/storage-warning.tsx'
import type { TileActionContext } from '../memes/tile/tile.tsx'
import { UploadButton } from './empty-actions.tsx'
import { MemeListView } from './meme-list-view.tsx'
import { listAddress, type OwnAddress, writeOwnAddress } from './own-address.ts'
import styles from './own-lists.module.css'
import { type OwnListProps, useUser } from './own-lists.tsx'
import { RemovedMemes } from './removed-memes.tsx'

const SORT_KEYS = {
  newest: 'own.sort.newest',
  oldest: 'own.sort.oldest',
  views: 'own.sort.views',
  likes: 'own.sort.likes',
  copies: 'own.sort.copies',
} as const satisfies Record<OwnSort, string>

/** The member's uploads, with search and sort. */
export function UploadedList({ address }: OwnListProps) {
  const { t } = useTranslation()
  const change = useAddressChange(address)
  return (
    <>
      <StorageWarning />
      <div className={styles.tools}>
        <SearchField label={t('own.search.label')} text={address.search} onChange={(search) => change({ search })} />
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

const NONE: readonly ListedMeme[] = []

function UploadedMemes({ address }: OwnListProps) {
  const { t } = useTranslation()
  const change = useAddressChange(address)
  const options = userMemesQuery(useUser().username, address)
  const uploaded = useUploadedMemes()
  const isPlain = address.sort === 'newest' && !address.search
  const query = useInfiniteQuery(options)
  const list = useMemeList(query, isPlain ? uploaded : NONE)
  const removed = query.data?.pages.flatMap((page) => page.removed) ?? []
  return (
    <>
      <RemovedMemes memes={removed} />
      <MemeListView
        list={list}
        listKey={listKeyOf(options.queryKey)}
        label={t('own.tabs.uploadedByMe')}
        {...listAddress(address)}
        sourceType="other"
        moreActions={ownerMenu}
        empty={
          removed.length > 0 ? null : address.search ? (
            <EmptyState
              title={t('own.empty.search', { text: address.search })}
              hint={t('own.empty.searchHint')}
              action={
                <Button variant="secondary" onClick={() => change({ search: '' })}>
                  {t('common.search.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={t('own.empty.uploaded')}
              hint={t('own.empty.uploadedHint')}
              action={<UploadButton>{t('own.empty.upload')}</UploadButton>}
            />
          )
        }
      />
    </>
  )
}

/** Changing the order or search shows another list, so it closes the modal. */
function useAddressChange(address: OwnAddress) {
  const navigate = useNavigate()
  return (part: Partial<OwnAddress>) =>
    void navigate(writeOwnAddress({ ...address, ...part, view: '' }), { replace: true })
}

const ownerMenu = (meme: Meme, { tabIndex, isOverPicture }: TileActionContext) => (
  <OwnerMenu meme={meme} tabIndex={tabIndex} variant={isOverPicture ? 'shade' : 'plain'} />
)
