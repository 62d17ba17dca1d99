import { useEffect, useRef } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyMeme } from '../actions/meme-actions.tsx'
import { ShareMenu } from '../actions/share-menu.tsx'
import styles from './published-meme.module.css'

interface PublishedMemeProps {
  meme: Meme
  onAnother: () => void
}

/** Takes the place of the studio after its meme was published. */
export function PublishedMeme({ meme, onAnother }: PublishedMemeProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { imageMedium, width, height } = meme.image
  return (
    <section className={styles.published}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t(meme.status === 'review' ? 'studio.published.waits' : 'studio.published.title')}
      </h2>
      <img src={imageMedium} alt={pictureAlt(meme)} width={width} height={height} className={styles.picture} />
      <CopyMeme meme={meme} />
      <div className={styles.row}>
        <ButtonLink variant="secondary" to={paths.meme(meme._id)}>
          {t('studio.published.view')}
        </ButtonLink>
        <ShareMenu meme={meme} labeled />
      </div>
      <Button variant="ghost" onClick={onAnother}>
        {t('studio.published.another')}
      </Button>
    </section>
  )
}
