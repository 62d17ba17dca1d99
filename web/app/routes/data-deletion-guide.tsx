import { LegalScreen } from '../../features/privacy/legal-screen.tsx'

export function DataDeletionGuideRoute() {
  return <LegalScreen document="deletion" />
}
