import { Copy, Eye, Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { type MemeInList, useMeme } from '../../entities/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Link } from '../../lib/router.tsx'
import looks from '../../ui/looks.module.css'
import { ListedPicture } from '../memes/picture/listed-picture.tsx'
import { averageColor } from '../memes/picture/thumbhash.ts'
import { useBlurredPicture } from '../memes/picture/use-blurred-picture.ts'
import { UserCard } from '../users/user-card.tsx'
import { cardSizes } from './card-sizes.ts'
import { Gains } from './gains.tsx'
import { Rank } from './rank.tsx'
import styles from './trending-meme.module.css'
import type { RankedMeme } from './trending-query.ts'

interface TrendingMemeProps {
  entry: RankedMeme
  /** URL that opens the meme's modal. */
  to: string
  /** Navigation state for the modal: how the user arrived. */
  state: unknown
  /** Id of the link, so that the focus can return to it. */
  id: string
}

/** Card for ranks 1 to 3. The link covers the card; its text is the meme's name. */
export function TrendingMemeCard(props: TrendingMemeProps) {
  const meme = useMeme(props.entry.meme)
  return meme && <Card {...props} meme={meme} />
}

function Card({ meme, ...props }: WithMeme) {
  const { rank } = props.entry
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
          sizes={cardSizes(meme.image)}
          bare
          loading={rank === 1 ? 'eager' : 'lazy'}
        />
      </div>
      <About {...props} meme={meme} className={styles.about} badge={<Rank rank={rank} />} />
    </article>
  )
}

export function TrendingMemeRow(props: TrendingMemeProps) {
  const meme = useMeme(props.entry.meme)
  if (!meme) return null
  return (
    <article className={styles.row}>
      <Rank rank={props.entry.rank} />
      <ListedPicture meme={meme} alt="" className={styles.thumb} />
      <About {...props} meme={meme} className={styles.line} />
    </article>
  )
}

type WithMeme = TrendingMemeProps & { meme: MemeInList }

interface AboutProps extends WithMeme {
  className: string | undefined
  /** Next to the name, since it would cover text in the picture. */
  badge?: ReactNode
}

function About({ entry, meme, to, state, id, className, badge }: AboutProps) {
  return (
    <div className={className}>
      {badge}
      <Link id={id} to={to} state={state} className={styles.name}>
        {meme.name}
      </Link>
      <Uploader creator={meme.creator} />
      <MemeGains entry={entry} meme={meme} />
    </div>
  )
}

function Uploader({ creator }: Pick<MemeInList, 'creator'>) {
  const { t } = useTranslation()
  if (!creator) return <p className={looks.quiet}>{t('memes.unknownUser')}</p>
  return (
    <div className={styles.uploader}>
      <UserCard variant="minimal" user={creator} />
    </div>
  )
}

function MemeGains({ entry: { likeCount, copyCount, viewCount }, meme }: Pick<WithMeme, 'entry' | 'meme'>) {
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
