import '@fontsource-variable/bricolage-grotesque/wght.css'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from '../lib/query.ts'
import { Announcer } from './announcer.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Router } from './router.tsx'
import { SessionEffects } from './session-effects.tsx'
import { ToasterSlot } from './toaster-slot.tsx'

/** Not needed by the first view; what is asked of them meanwhile waits in their stores. */
const LaterParts = lazy(() => import('./later-parts.tsx').then((m) => ({ default: m.LaterParts })))

/** Not made by a render: one that is thrown away, as when the window changes meanwhile, would take the document's answer with it. */
const queryClient = createQueryClient()

export function App() {
  return (
    // The content security policy forbids style elements; ui/base.css has what they would say.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <SessionEffects />
          <ErrorBoundary>
            <Router />
            <Suspense>
              <LaterParts />
            </Suspense>
          </ErrorBoundary>
          <ToasterSlot />
          <Announcer />
        </BrowserRouter>
      </QueryClientProvider>
    </CSPProvider>
  )
}
