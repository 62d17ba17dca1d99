import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SourceType } from '#contract/memes/actions.ts'
import type { MemeInList } from '../../entities/memes.ts'
import { MemeListView } from '../../features/meme-lists/meme-list-view.tsx'
import type { MemeList } from '../../features/memes/data/meme-page.ts'
import { useLocation, useNavigationType } from '../../lib/router.tsx'
import { type HomeAddress, writeHomeAddress } from './home-address.ts'

interface HomeListProps {
  list: MemeList
  listKey: string
  queryKey: QueryKey
  label: string
  address: HomeAddress
  sourceType: SourceType
  empty: ReactNode
  bandOf?: ((meme: MemeInList) => string) | undefined
}

/** A list of the home page. Navigating from home to home reloads it. */
export function HomeList({ queryKey, address, ...view }: HomeListProps) {
  useReloadOnRevisit(address.view, queryKey)
  return <MemeListView {...view} view={address.view} addressOf={(view) => writeHomeAddress({ ...address, view })} />
}

/** Reloads the list on navigation to the current page (the logo, or the same search again). */
function useReloadOnRevisit(view: string, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  const { key } = useLocation()
  const came = useNavigationType()
  const before = useRef({ key, view })
  useEffect(() => {
    const { key: lastKey, view: lastView } = before.current
    before.current = { key, view }
    if (key === lastKey || came === 'POP' || view || lastView) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    void queryClient.resetQueries({ queryKey, exact: true })
  }, [key, view, came, queryKey, queryClient])
}
