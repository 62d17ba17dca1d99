import { VerifyEmailScreen } from '../../features/auth/register/verify-email-screen.tsx'

export function VerifyEmailRoute() {
  return <VerifyEmailScreen />
}
