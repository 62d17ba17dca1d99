import { Suspense, useEffect, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { signOutCount } from '../../lib/member-data.ts'
import { useStore } from '../../lib/store.ts'
import { studioPicture } from '../../lib/studio-picture.ts'
import { useLoadEarly } from '../../lib/use-load-early.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { loadDraft } from './draft-store.ts'
import { nameOfFile, type StudioSource } from './load-source.ts'
import { PictureChoice } from './picture-choice.tsx'
import { PublishedMeme } from './published-meme.tsx'
import styles from './studio-screen.module.css'

const loadStudio = () => import('./studio.tsx').then((module) => module.Studio)
/** Draws with two large libraries, which the choice of a picture does not need. */
const Studio = lazyPart(loadStudio)

interface StudioScreenProps {
  /** The source in the URL; null for the user's own picture. */
  source: StudioSource | null
}

/** Adds captions to a template, a meme or the user's own picture. */
export function StudioScreen(props: StudioScreenProps) {
  // Remount after a logout, so that members who share a browser do not see each other's drawings.
  return <OwnStudio key={useStore(signOutCount)} {...props} />
}

function OwnStudio({ source }: StudioScreenProps) {
  const { t } = useTranslation()
  const [own, setOwn] = useState<StudioSource | null>(null)
  const [published, setPublished] = useState<Meme | null>(null)
  useEffect(() => {
    if (source) return
    let isHere = true
    // Restore an own picture from its draft.
    void loadDraft('file').then((draft) => {
      const file = draft?.file
      // A picture that was chosen meanwhile stays.
      if (isHere && file) setOwn((chosen) => chosen ?? { kind: 'file', file })
    })
    return () => {
      isHere = false
    }
  }, [source])
  useLoadEarly(loadStudio)
  const handed = useStore(studioPicture)
  useEffect(() => {
    if (source || !handed) return
    setPublished(null)
    setOwn({ kind: 'file', file: handed })
    studioPicture.set(null)
  }, [source, handed])
  const chosen = source ?? own
  const makeAnother = () => {
    setPublished(null)
    setOwn(null)
  }
  return (
    <div className={styles.page}>
      <PageTitle>{t('studio.title')}</PageTitle>
      <h1 className={styles.title} aria-label={t('studio.title')}>
        <span>{t('studio.title')}</span>
      </h1>
      {published ? (
        <PublishedMeme meme={published} onAnother={makeAnother} />
      ) : chosen ? (
        <Suspense fallback={<Skeleton height="24rem" />}>
          <Studio key={keyOf(chosen)} source={chosen} onOther={() => setOwn(null)} onPublished={setPublished} />
        </Suspense>
      ) : (
        <PictureChoice onFile={(file) => setOwn({ kind: 'file', file })} />
      )}
    </div>
  )
}

const keyOf = (source: StudioSource) => (source.kind === 'file' ? nameOfFile(source.file) : source.id)
