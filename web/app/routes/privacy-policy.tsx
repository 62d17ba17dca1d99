import { LegalScreen } from '../../features/privacy/legal-screen.tsx'

export function PrivacyPolicyRoute() {
  return <LegalScreen document="privacy" />
}
