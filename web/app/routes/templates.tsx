import { TemplatesScreen } from '../../features/templates/templates-screen.tsx'

export function TemplatesRoute() {
  return <TemplatesScreen />
}
