import '@fontsource-variable/bricolage-grotesque/wght.css'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { createBrowserHistory } from '../lib/history.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { createQueryClient } from '../lib/query.ts'
import { Router } from '../lib/router.tsx'
import { Announcer } from './announcer.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Screens } from './router.tsx'
import { SessionEffects } from './session-effects.tsx'
import { ToasterSlot } from './toaster-slot.tsx'

/** Not needed by the first view. Requests to these parts wait in their stores until they load. */
const LaterParts = lazyPart(() => import('./later-parts.tsx').then((m) => m.LaterParts))

/**
 * Created outside of rendering: React may discard a first render, for example when the window changes meanwhile, and the embedded
 * response would be lost with it.
 */
const queryClient = createQueryClient()
const history = createBrowserHistory()

export function App() {
  return (
    // The content security policy forbids style elements. ui/base.css contains their rules.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Router history={history}>
          <SessionEffects />
          <ErrorBoundary>
            <Screens />
            <Suspense>
              <LaterParts />
            </Suspense>
          </ErrorBoundary>
          <ToasterSlot />
          <Announcer />
        </Router>
      </QueryClientProvider>
    </CSPProvider>
  )
}
