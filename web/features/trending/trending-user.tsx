import { Copy, Eye, Heart, Images, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { PersonName } from '../users/person-name.tsx'
import { Gains } from './gains.tsx'
import { Rank } from './rank.tsx'
import type { RankedUser } from './trending-query.ts'
import styles from './trending-user.module.css'

interface TrendingUserProps {
  user: RankedUser
  /** Follow button next to the name. */
  action?: ReactNode
}

/** Card for ranks 1 to 3. */
export function TrendingUserCard({ user, action }: TrendingUserProps) {
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <Avatar name={user.displayName} src={user.avatarUrl} size={72} />
        <Rank rank={user.rank} />
      </div>
      <Name user={user} />
      {user.bio && <p className={styles.bio}>{user.bio}</p>}
      <UserGains user={user} />
      {action && <div className={styles.foot}>{action}</div>}
    </article>
  )
}

export function TrendingUserRow({ user, action }: TrendingUserProps) {
  return (
    <article className={styles.row}>
      <Rank rank={user.rank} />
      <Avatar name={user.displayName} src={user.avatarUrl} size={44} />
      <Name user={user} />
      {action && <div className={styles.action}>{action}</div>}
      <div className={styles.gains}>
        <UserGains user={user} />
      </div>
    </article>
  )
}

function Name({ user }: { user: RankedUser }) {
  return (
    <div className={styles.who}>
      <PersonName person={user} className={styles.name} />
      <span className={styles.username}>@{user.username}</span>
    </div>
  )
}

function UserGains({ user: { analytics: a } }: { user: RankedUser }) {
  return (
    <Gains
      gains={[
        {
          icon: <Users size={15} />,
          textKey: 'trending.gains.followers',
          gained: a.followersGained,
          total: a.totalFollowers,
        },
        { icon: <Images size={15} />, textKey: 'trending.gains.memes', gained: a.memesPosted, total: a.totalMemes },
        { icon: <Heart size={15} />, textKey: 'trending.gains.likes', gained: a.likesReceived, total: a.totalLikes },
        { icon: <Copy size={15} />, textKey: 'trending.gains.copies', gained: a.copiesReceived, total: a.totalCopies },
        { icon: <Eye size={15} />, textKey: 'trending.gains.views', gained: a.viewsReceived, total: a.totalViews },
      ]}
    />
  )
}
