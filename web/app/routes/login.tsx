import { LoginScreen } from '../../features/auth/login/login-screen.tsx'

export function LoginRoute() {
  return <LoginScreen />
}
