import { useLocation } from 'react-router'
import { ForgotPasswordScreen } from '../../features/auth/password-reset/forgot-password-screen.tsx'
import { PasswordLinkScreen, readPasswordLink } from '../../features/auth/password-reset/password-link-screen.tsx'

export function ForgotPasswordRoute() {
  const link = readPasswordLink(useLocation().hash)
  return link ? <PasswordLinkScreen link={link} /> : <ForgotPasswordScreen />
}
