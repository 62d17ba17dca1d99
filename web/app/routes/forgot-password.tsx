import { ForgotPasswordScreen } from '../../features/auth/password-reset/forgot-password-screen.tsx'
import { PasswordLinkScreen, readPasswordLink } from '../../features/auth/password-reset/password-link-screen.tsx'
import { useLocation } from '../../lib/router.tsx'

export function ForgotPasswordRoute() {
  const link = readPasswordLink(useLocation().hash)
  return link ? <PasswordLinkScreen link={link} /> : <ForgotPasswordScreen />
}
