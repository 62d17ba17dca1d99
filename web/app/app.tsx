import '@fontsource-variable/bricolage-grotesque/wght.css'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { BrowserRouter } from 'react-router'
import { ConfirmSlot } from '../features/auth/proof/confirm-slot.tsx'
import { SecondFactorSlot } from '../features/auth/second-factor/second-factor-slot.tsx'
import { HoverCards } from '../features/follows/hover-cards.tsx'
import { createQueryClient } from '../lib/query.ts'
import { Announcer } from './announcer.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoginPromptSlot } from './login-prompt-slot.tsx'
import { Router } from './router.tsx'
import { SessionEffects } from './session-effects.tsx'
import { ToasterSlot } from './toaster-slot.tsx'

/** Not needed by the first view; what was asked of it meanwhile waits in its store. */
const QuickUploadSlot = lazy(() => import('./quick-upload-slot.tsx').then((m) => ({ default: m.QuickUploadSlot })))

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    // The content security policy forbids style elements; ui/base.css has what they would say.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <SessionEffects />
          <ErrorBoundary>
            <Router />
          </ErrorBoundary>
          <Suspense>
            <QuickUploadSlot />
          </Suspense>
          <HoverCards />
          <LoginPromptSlot />
          <ConfirmSlot />
          <SecondFactorSlot />
          <ToasterSlot />
          <Announcer />
        </BrowserRouter>
      </QueryClientProvider>
    </CSPProvider>
  )
}
