import {
  type ComponentPropsWithRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { addressOf, type History, type Location, type NavigateOptions, type To, type Visit } from './history.ts'
import { matchPath, type Params } from './match-path.ts'

export type Navigate = ((to: To, options?: NavigateOptions) => void) & ((delta: number) => void)

const HistoryContext = createContext<History | null>(null)
const VisitContext = createContext<Visit | null>(null)
const ParamsContext = createContext<Params>({})

/** Shows the screens of a history. Changes are transitions, so that the last screen stays until the next one has loaded. */
export function Router({ history, children }: { history: History; children: ReactNode }) {
  const [visit, setVisit] = useState(history.visit)
  useLayoutEffect(() => {
    const update = () => startTransition(() => setVisit(history.visit()))
    // It may have changed since the first render.
    update()
    return history.listen(update)
  }, [history])
  return (
    <HistoryContext value={history}>
      <VisitContext value={visit}>{children}</VisitContext>
    </HistoryContext>
  )
}

function used<T>(value: T | null): T {
  if (value === null) throw new Error('there is no Router around this component')
  return value
}

const useVisit = () => used(useContext(VisitContext))

export const useLocation = (): Location => useVisit().location

export const useNavigationType = () => useVisit().type

export const useParams = (): Params => useContext(ParamsContext)

/** The returned function never changes. */
export function useNavigate(): Navigate {
  const history = used(useContext(HistoryContext))
  return useCallback(
    (to: To | number, options?: NavigateOptions) => {
      if (typeof to === 'number') history.go(to)
      else history.navigate(to, options)
    },
    [history],
  )
}

type QueryInit = string | URLSearchParams | Record<string, string>
export type SetSearchParams = (
  next: QueryInit | ((current: URLSearchParams) => QueryInit),
  options?: NavigateOptions,
) => void

export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation()
  const history = used(useContext(HistoryContext))
  const query = useMemo(() => new URLSearchParams(search), [search])
  const setQuery = useCallback<SetSearchParams>(
    (next, options) => {
      const init = typeof next === 'function' ? next(new URLSearchParams(query)) : next
      history.navigate(`?${new URLSearchParams(init)}`, options)
    },
    [history, query],
  )
  return [query, setQuery]
}

export interface Route {
  /** `*` matches every pathname. */
  path: string
  element: ReactNode
  caseSensitive?: boolean
}

/** Shows the first route that matches the pathname. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const { pathname } = useLocation()
  const found = useMemo(() => {
    for (const route of routes) {
      const params = route.path === '*' ? {} : matchPath(route.path, pathname, route)
      if (params) return { route, params }
    }
    return undefined
  }, [routes, pathname])
  if (!found) return null
  return <ParamsContext value={found.params}>{found.route.element}</ParamsContext>
}

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & NavigateOptions & { to: To }

/** A link that the application follows itself, unless the browser shall open it elsewhere. */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const history = used(useContext(HistoryContext))
  const { pathname, search, hash } = useLocation()
  const address = addressOf(to, pathname)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = target !== undefined && target !== '_self'
    if (event.defaultPrevented || event.button !== 0 || isElsewhere || hasModifier(event)) return
    event.preventDefault()
    history.navigate(to, { replace: replace ?? address === pathname + search + hash, state })
  }
  return <a {...rest} href={address} target={target} onClick={follow} />
}

const hasModifier = (event: MouseEvent) => event.metaKey || event.altKey || event.ctrlKey || event.shiftKey

/** A link that is marked as current on its page and the pages below. */
export function NavLink({ to, ...rest }: LinkProps & { to: string }) {
  const current = useLocation().pathname.toLowerCase()
  const own = to.toLowerCase()
  const isCurrent = current === own || current.startsWith(own.endsWith('/') ? own : `${own}/`)
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />
}

/** Navigates once it is shown. */
export function Navigate({ to, replace, state }: NavigateOptions & { to: To }) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object with the same address is no new target
  useEffect(() => navigate(to, { replace, state }), [navigate, JSON.stringify(to)])
  return null
}
