import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { TIME_FRAMES, type TimeFrame } from '#contract/memes/time-frames.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SIDE_BY_SIDE } from './card-sizes.ts'
import { FRAME_KEYS } from './time-frames.ts'
import styles from './trending-frames.module.css'

interface TrendingFramesProps {
  title: string
  lead: string
  /** The active tab if the screen is too narrow for all three lists. */
  frame: TimeFrame
  onFrame: (frame: TimeFrame) => void
  /** Renders the list of a time frame. If `isEnabled` is false, it only shows cached data and sends no request. */
  list: (frame: TimeFrame, isEnabled: boolean) => ReactNode
}

/** The three time frames: side by side on wide screens, else as tabs. */
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

/** False until the page has loaded. The time frame in the URL loads first, without competing for bandwidth. */
function usePageReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  return isReady
}

const wide = () => matchMedia(SIDE_BY_SIDE)

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
