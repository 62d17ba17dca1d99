import { PageTitle } from '../../ui/page-title.tsx'

export function HomeRoute() {
  return <PageTitle />
}
