import { LegalScreen } from '../../features/privacy/legal-screen.tsx'

export function TermsOfServiceRoute() {
  return <LegalScreen document="terms" />
}
