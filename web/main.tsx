import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'
import { loadDetail } from './features/meme-lists/detail-modal.tsx'
import { paintedOver } from './features/memes/detail/painted-meme.ts'
import { startTexts } from './lib/i18n.ts'
import { startOwnership } from './lib/member-data.ts'
import { currentSession } from './lib/session.ts'
import { startTheme } from './lib/theme.ts'

// The policy of content allows no eval, and zod is not even to try it. This is what its `config({ jitless: true })` sets; calling
// that would load zod with the first view.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const SCREEN_WAIT_MS = 500

startTheme()
startOwnership()
await startTexts(currentSession().user?.preferences.contentLanguage)

const root = document.getElementById('root')
if (root) {
  // What the server painted stays until its screen is there to take its place.
  const over = paintedOver()
  if (over) await loadDetail().catch(() => over.remove())
  // Where it painted nothing, a screen that is almost there is waited for as well: React shows what takes the place of a loading
  // screen 300 ms later at the earliest.
  const loaded = loadScreen(location.pathname)
  await (over || root.hasChildNodes()
    ? loaded
    : Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, SCREEN_WAIT_MS))]))
  // In slices, so that the page answers while it is built.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

// After everything that the first view needs. The development server has no worker.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const start = () => void import('./app/start-service-worker.ts').then((module) => module.startServiceWorker())
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
