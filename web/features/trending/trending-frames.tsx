import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { TIME_FRAMES, type TimeFrame } from '#contract/time-frames.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FRAME_KEYS } from './time-frames.ts'
import styles from './trending-frames.module.css'

interface TrendingFramesProps {
  title: string
  lead: string
  /** The tab that is shown where there is no room for all three. */
  frame: TimeFrame
  onFrame: (frame: TimeFrame) => void
  /** The list of a frame, which asks the server for its memes or people or shows what is known. */
  list: (frame: TimeFrame, asks: boolean) => ReactNode
}

/** The three time frames: side by side where the screen is wide enough, else as tabs. */
export function TrendingFrames({ title, lead, frame, onFrame, list }: TrendingFramesProps) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const isReady = usePageReady()
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      {isWide ? (
        <div className={styles.columns}>
          {TIME_FRAMES.map((each) => (
            <Column key={each} title={t(FRAME_KEYS[each])}>
              {list(each, each === frame || isReady)}
            </Column>
          ))}
        </div>
      ) : (
        <Tabs
          label={t('trending.frames.label')}
          value={frame}
          onChange={onFrame}
          tabs={TIME_FRAMES.map((each) => ({
            value: each,
            label: t(FRAME_KEYS[each]),
            panel: each === frame && <div className={styles.panel}>{list(each, true)}</div>,
          }))}
        />
      )}
    </div>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.column} aria-labelledby={id}>
      <h2 id={id} className={styles.frame}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** False until the page has loaded: the frame of the address, which comes first, shares its bandwidth with no other. */
function usePageReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  return isReady
}

/** Three columns of cards need 64rem. */
const wide = () => matchMedia('(width >= 64rem)')

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = wide()
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => wide().matches,
  )
}
