import { type ReactNode, Suspense } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { OfflineBanner } from './offline-banner.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { TopBar } from './top-bar.tsx'

const CONTENT = 'content'

const Shortcuts = lazyPart(() => import('../features/shortcuts/shortcuts.tsx').then((module) => module.Shortcuts))

export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <a href={`#${CONTENT}`} className={styles.skip}>
        {t('common.skipToContent')}
      </a>
      <TopBar />
      <OfflineBanner />
      <main id={CONTENT} tabIndex={-1} className={styles.content}>
        <Suspense fallback={<ScreenLoading />}>{children}</Suspense>
      </main>
      <Footer />
      <BottomBar />
      <Suspense>
        <Shortcuts />
      </Suspense>
    </div>
  )
}
