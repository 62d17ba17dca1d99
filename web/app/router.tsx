import { Suspense, use } from 'react'
import { PAGES } from '#contract/pages.ts'
import { reloadAndThrow } from '../lib/load-again.ts'
import { needsSignIn } from '../lib/needs-sign-in.ts'
import { type Route, Routes, useLocation } from '../lib/router.tsx'
import { useSession } from '../lib/session.ts'
import { useSite } from '../lib/site.ts'
import { Layout } from './layout.tsx'
import { HomeRoute } from './routes/home.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { ScrollReset } from './scroll-reset.tsx'

type OtherScreens = typeof import('./other-screens.tsx')

/** Home is the usual entry page, so it is in the main bundle. The list of the other screens and their files loads after it. */
const homeRoutes: readonly Route[] = [
  {
    path: PAGES.home,
    element: (
      <Layout>
        <HomeRoute />
      </Layout>
    ),
  },
]

let loaded: OtherScreens | undefined
let loading: Promise<OtherScreens> | undefined

export function loadOtherScreens(): Promise<OtherScreens> {
  loading ??= import('./other-screens.tsx').then((screens) => {
    loaded = screens
    return screens
  }, reloadAndThrow)
  return loading
}

/** Loads the screen of a path. Ignores failures, since the screen itself shows them. */
export async function loadScreen(path: string): Promise<void> {
  if (path === PAGES.home) return
  await loadOtherScreens().then(
    (screens) => screens.loadOtherScreen(path),
    () => undefined,
  )
}

export function Screens() {
  return (
    <>
      <ScrollReset />
      <Suspense fallback={<ScreenLoading />}>
        <Screen />
      </Suspense>
    </>
  )
}

/** On a site for members only, strangers get the login form at every address except those that they may open. */
function Screen() {
  const { pathname } = useLocation()
  const { user } = useSession()
  const isClosed = needsSignIn(useSite(), user, pathname)
  if (pathname === PAGES.home && !isClosed) return <Routes routes={homeRoutes} />
  const { Login, otherRoutes } = loaded ?? use(loadOtherScreens())
  return isClosed ? <Login /> : <Routes routes={otherRoutes} />
}
