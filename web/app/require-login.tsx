import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { afterLogin } from '../lib/login-request.ts'
import { navigateTo } from '../lib/navigation.ts'
import { paths } from '../lib/paths.ts'
import { useLocation, useNavigate } from '../lib/router.tsx'
import { useSession } from '../lib/session.ts'
import { ScreenLoading } from './screen-loading.tsx'

const LoginPrompt = lazyPart(() => import('../ui/login-prompt.tsx').then((module) => module.LoginPrompt))

/** Shows visitors the login prompt, and returns to the page after they log in. Only for convenience; the server enforces permissions. */
export function RequireLogin({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  if (user) return children
  return (
    <Suspense fallback={<ScreenLoading />}>
      <LoginPrompt
        open
        onEnter={() => afterLogin(() => navigateTo(pathname + search))}
        onClose={() => void navigate(paths.home)}
      />
    </Suspense>
  )
}
