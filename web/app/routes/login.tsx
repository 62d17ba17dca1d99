import { LoginScreen } from '../../features/auth/login-screen.tsx'

export function LoginRoute() {
  return <LoginScreen />
}
