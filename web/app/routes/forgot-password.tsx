import { ForgotPasswordScreen } from '../../features/auth/password-reset/forgot-password-screen.tsx'

export function ForgotPasswordRoute() {
  return <ForgotPasswordScreen />
}
