import { AboutScreen } from '../../features/privacy/about-screen.tsx'

export function AboutRoute() {
  return <AboutScreen />
}
