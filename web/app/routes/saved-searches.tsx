import { SavedSearchesScreen } from '../../features/saved-searches/saved-searches-screen.tsx'

export function SavedSearchesRoute() {
  return <SavedSearchesScreen />
}
