import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { FRAME_KEYS, readTimeFrame, type TimeFrame } from '../../features/trending/time-frames.ts'
import { TrendingFrames } from '../../features/trending/trending-frames.tsx'
import { TrendingList } from '../../features/trending/trending-list.tsx'
import { trendingUsersQuery } from '../../features/trending/trending-query.ts'
import { TrendingUserCard, TrendingUserRow } from '../../features/trending/trending-user.tsx'
import { paths } from '../../lib/paths.ts'

export function TrendingUsersRoute() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return (
    <TrendingFrames
      title={t('trending.users.title')}
      lead={t('trending.users.lead')}
      frame={readTimeFrame(query.get('time'))}
      onFrame={(time) => void navigate(paths.trendingUsers({ time }), { replace: true })}
      list={(frame) => <UserColumn frame={frame} />}
    />
  )
}

function UserColumn({ frame }: { frame: TimeFrame }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(trendingUsersQuery(frame))
  return (
    <TrendingList
      label={t('trending.users.list', { frame: t(FRAME_KEYS[frame]) })}
      query={query}
      idOf={(user) => user._id}
      card={(user) => <TrendingUserCard user={user} />}
      row={(user) => <TrendingUserRow user={user} />}
      empty={{ title: t('trending.users.empty'), hint: t('trending.users.emptyHint') }}
    />
  )
}
