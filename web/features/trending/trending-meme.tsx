import { Copy, Eye, Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import type { TrendingMeme } from '#contract/memes/trending.ts'
import { useMemeOverlay } from '../memes/data/meme-overlay.ts'
import { ListedPicture } from '../memes/picture/listed-picture.tsx'
import { averageColor } from '../memes/picture/thumbhash.ts'
import { useBlurredPicture } from '../memes/picture/use-blurred-picture.ts'
import { UserCard } from '../users/user-card.tsx'
import { cardSizes } from './card-sizes.ts'
import { Gains } from './gains.tsx'
import { Rank } from './rank.tsx'
import styles from './trending-meme.module.css'

interface TrendingMemeProps {
  entry: TrendingMeme
  /** URL that opens the meme's modal. */
  to: string
  /** Navigation state for the modal: how the user arrived. */
  state: unknown
  /** Id of the link, so that the focus can return to it. */
  id: string
}

/** Card for ranks 1 to 3. The link covers the card; its text is the meme's name. */
export function TrendingMemeCard(listed: TrendingMemeProps) {
  const props = useLatest(listed)
  const { meme, rank } = props.entry
  // The blurred picture fills the space around the picture.
  const blur = useBlurredPicture(meme.image.thumbhash, true)
  return (
    <article className={styles.card}>
      <div className={styles.frame} style={{ backgroundColor: averageColor(meme.image.thumbhash) }}>
        <span className={styles.backdrop} style={blur ? { backgroundImage: `url("${blur}")` } : undefined} />
        <ListedPicture
          meme={meme}
          alt={pictureAlt(meme)}
          className={styles.picture}
          sizes={cardSizes(meme.image, rank)}
          bare
          loading={rank === 1 ? 'eager' : 'lazy'}
        />
      </div>
      <About {...props} className={styles.about} badge={<Rank rank={rank} />} />
    </article>
  )
}

export function TrendingMemeRow(listed: TrendingMemeProps) {
  const props = useLatest(listed)
  const { meme, rank } = props.entry
  return (
    <article className={styles.row}>
      <Rank rank={rank} />
      <ListedPicture meme={meme} alt="" className={styles.thumb} />
      <About {...props} className={styles.line} />
    </article>
  )
}

function useLatest(props: TrendingMemeProps): TrendingMemeProps {
  const meme = useMemeOverlay(props.entry.meme)
  return { ...props, entry: { ...props.entry, meme } }
}

interface AboutProps extends TrendingMemeProps {
  className: string | undefined
  /** Next to the name, since it would cover text in the picture. */
  badge?: ReactNode
}

function About({ entry, to, state, id, className, badge }: AboutProps) {
  return (
    <div className={className}>
      {badge}
      <Link id={id} to={to} state={state} className={styles.name}>
        {entry.meme.name}
      </Link>
      <Uploader entry={entry} />
      <MemeGains entry={entry} />
    </div>
  )
}

function Uploader({ entry }: { entry: TrendingMeme }) {
  const { t } = useTranslation()
  const { creator } = entry.meme
  if (!creator) return <p className={styles.unknown}>{t('memes.unknownUser')}</p>
  return (
    <div className={styles.uploader}>
      <UserCard variant="minimal" user={creator} />
    </div>
  )
}

function MemeGains({ entry: { meme, likeCount, copyCount, viewCount } }: { entry: TrendingMeme }) {
  return (
    <Gains
      gains={[
        { icon: <Heart size={15} />, textKey: 'trending.gains.likes', gained: likeCount, total: meme.likeCount },
        { icon: <Copy size={15} />, textKey: 'trending.gains.copies', gained: copyCount, total: meme.copyCount },
        { icon: <Eye size={15} />, textKey: 'trending.gains.views', gained: viewCount, total: meme.viewCount },
      ]}
    />
  )
}
