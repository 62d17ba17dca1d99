import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { ScreenLoading } from './screen-loading.tsx'

const LoginPrompt = lazy(() => import('../ui/login-prompt.tsx').then((module) => ({ default: module.LoginPrompt })))

/** Shows visitors the login prompt. Only for convenience; the server enforces permissions. */
export function RequireLogin({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const navigate = useNavigate()
  if (user) return children
  return (
    <Suspense fallback={<ScreenLoading />}>
      <LoginPrompt open onClose={() => void navigate(paths.home)} />
    </Suspense>
  )
}
