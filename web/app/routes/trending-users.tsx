import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { readTimeFrame, type TimeFrame } from '#contract/memes/time-frames.ts'
import { usePerson } from '../../entities/people.ts'
import { FollowButton } from '../../features/follows/follow-button.tsx'
import { FRAME_KEYS } from '../../features/trending/time-frames.ts'
import { TrendingFrames } from '../../features/trending/trending-frames.tsx'
import { TrendingList } from '../../features/trending/trending-list.tsx'
import { fillTrendingUsers, type RankedUser, trendingUsersQuery } from '../../features/trending/trending-query.ts'
import { TrendingUserCard, TrendingUserRow } from '../../features/trending/trending-user.tsx'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useNavigate, useSearchParams } from '../../lib/router.tsx'

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
      list={(frame, isEnabled) => <UserColumn frame={frame} isEnabled={isEnabled} />}
    />
  )
}

function UserColumn({ frame, isEnabled }: { frame: TimeFrame; isEnabled: boolean }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  useState(() => fillTrendingUsers(queryClient, frame))
  const query = useInfiniteQuery({ ...trendingUsersQuery(frame), enabled: isEnabled })
  return (
    <TrendingList
      label={t('trending.users.list', { frame: t(FRAME_KEYS[frame]) })}
      query={query}
      idOf={(user) => user.username}
      card={(user) => <Followed user={user} Entry={TrendingUserCard} />}
      row={(user) => <Followed user={user} Entry={TrendingUserRow} />}
      empty={{ title: t('trending.users.empty'), hint: t('trending.users.emptyHint') }}
    />
  )
}

interface FollowedProps {
  user: RankedUser
  Entry: ComponentType<{ user: RankedUser; action: ReactNode }>
}

/** An entry with its follow button and optimistic follower count. */
function Followed({ user, Entry }: FollowedProps) {
  const { analytics, viewer } = user
  const held = { ...user, ...viewer, followersCount: analytics.totalFollowers }
  const { displayName, bio, avatarUrl, followersCount } = usePerson(user.username, held)
  return (
    <Entry
      user={{ ...user, displayName, bio, avatarUrl, analytics: { ...analytics, totalFollowers: followersCount } }}
      action={<FollowButton person={user} held={viewer} />}
    />
  )
}
