import { RegisterScreen } from '../../features/auth/register-screen.tsx'

export function RegisterRoute() {
  return <RegisterScreen />
}
