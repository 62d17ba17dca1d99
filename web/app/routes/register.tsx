import { RegisterScreen } from '../../features/auth/register/register-screen.tsx'

export function RegisterRoute() {
  return <RegisterScreen />
}
