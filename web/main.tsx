import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { PAGES } from '#contract/pages.ts'
import { App } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'
import { loadDetail } from './features/meme-lists/detail-modal.tsx'
import { paintedOver } from './features/memes/detail/painted-meme.ts'
import { startTexts } from './lib/i18n.ts'
import { reloadAndThrow } from './lib/load-again.ts'
import { watchDataOwner } from './lib/member-data.ts'
import { needsSignIn } from './lib/needs-sign-in.ts'
import { currentSession } from './lib/session.ts'
import { startSessionCookie } from './lib/session-cookie.ts'
import { site } from './lib/site.ts'
import { startTheme } from './lib/theme.ts'

// The content security policy forbids eval, and zod must not even try it. This has the effect of zod's `config({ jitless: true
// })`; calling that would load zod with the first view.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const SCREEN_WAIT_MS = 500

startTheme()
startSessionCookie()
watchDataOwner()
await startTexts(currentSession().user?.preferences.contentLanguage).catch(reloadAndThrow)

const root = document.getElementById('root')
if (root) {
  // The server's painted meme stays until its screen can replace it.
  const over = paintedOver()
  if (over) await loadDetail().catch(() => over.remove())
  // Without a painted view, wait briefly for the screen as well: React replaces a loading fallback after 300 ms at the earliest.
  const isClosed = needsSignIn(site.get(), currentSession().user, location.pathname)
  const loaded = loadScreen(isClosed ? PAGES.login : location.pathname)
  await (over || root.hasChildNodes()
    ? loaded
    : Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, SCREEN_WAIT_MS))]))
  // As a transition, so that the page stays responsive during the first render.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

// Runs after everything that the first view needs. The development server has no worker.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const start = () => void import('./app/start-service-worker.ts').then((module) => module.startServiceWorker())
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
