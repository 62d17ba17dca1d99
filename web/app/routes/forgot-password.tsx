import { ForgotPasswordScreen } from '../../features/auth/forgot-password-screen.tsx'

export function ForgotPasswordRoute() {
  return <ForgotPasswordScreen />
}
