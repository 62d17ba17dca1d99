import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SCROLL_TOP_AFTER_PX } from '#contract/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { prefersLessMotion } from '../../../lib/motion.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './scroll-to-top.module.css'

/** Beyond this distance, smooth scrolling would render thousands of tiles. */
const SMOOTH_WITHIN_SCREENS = 8

export function ScrollToTop() {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const look = () => setShown(window.scrollY > SCROLL_TOP_AFTER_PX)
    // Wait for the next frame: reading the scroll position during the first render would force a reflow.
    const first = requestAnimationFrame(look)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(first)
      window.removeEventListener('scroll', look)
    }
  }, [])
  if (!shown) return null
  const goUp = () => {
    const isFar = window.scrollY > window.innerHeight * SMOOTH_WITHIN_SCREENS
    window.scrollTo({ top: 0, behavior: isFar || prefersLessMotion() ? 'instant' : 'smooth' })
    // The button disappears, so move the focus.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.corner}>
      <IconButton
        variant="filled"
        label={t('feed.scrollToTop')}
        icon={<ArrowUp size={22} />}
        onClick={goUp}
        className={styles.button}
      />
    </div>
  )
}
