import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { PAGES } from '#contract/pages.ts'
import { loadTexts } from '../lib/i18n.ts'
import { reloadAndThrow } from '../lib/load-again.ts'
import { matchPath } from '../lib/match-path.ts'
import type { Route } from '../lib/router.tsx'
import { Layout } from './layout.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { RequireLogin } from './require-login.tsx'

interface Screen {
  path: string
  Component: ComponentType
  /** Preloads the screen's code and texts, so that the first render need not wait. */
  load?: () => Promise<unknown>
  /** Visitors get the login prompt instead. */
  membersOnly?: boolean
}

/** Defines a lazily loaded screen with its texts. */
function screen(load: () => Promise<ComponentType>, ...texts: string[]): Pick<Screen, 'Component' | 'load'> {
  let loaded: ComponentType | undefined
  const loadAll = async () => {
    const [Component] = await Promise.all([load(), loadTexts(...texts)]).catch(reloadAndThrow)
    loaded = Component
    return { default: Component }
  }
  const Lazy = lazy(loadAll)
  function LoadedScreen() {
    // Never changes while mounted.
    const [Component] = useState<ComponentType>(() => loaded ?? Lazy)
    return <Component />
  }
  return { Component: LoadedScreen, load: loadAll }
}

const login = screen(() => import('./routes/login.tsx').then((m) => m.LoginRoute), 'account')
export const Login = login.Component
const ACCOUNT_TEXTS = ['account', 'storage', 'tokens', 'users', 'follows', 'followToast', 'modal']

/** Screens with top bar and footer. */
const insideLayout: readonly Screen[] = [
  {
    path: PAGES.meme,
    ...screen(() => import('./routes/meme.tsx').then((m) => m.MemeRoute), 'users', 'own', 'follows', 'followToast'),
  },
  {
    path: PAGES.tag,
    ...screen(() => import('./routes/tag.tsx').then((m) => m.TagRoute), 'tags'),
  },
  {
    path: PAGES.myMemes,
    ...screen(() => import('./routes/my-meme.tsx').then((m) => m.MyMemeRoute), 'own', 'albums', 'storage'),
    membersOnly: true,
  },
  {
    path: PAGES.history,
    ...screen(() => import('./routes/history.tsx').then((m) => m.HistoryRoute), 'history'),
    membersOnly: true,
  },
  {
    path: PAGES.savedSearches,
    ...screen(() => import('./routes/saved-searches.tsx').then((m) => m.SavedSearchesRoute), 'savedSearches'),
    membersOnly: true,
  },
  {
    path: PAGES.trending,
    ...screen(() => import('./routes/trending.tsx').then((m) => m.TrendingRoute), 'trending'),
  },
  {
    path: PAGES.templates,
    ...screen(() => import('./routes/templates.tsx').then((m) => m.TemplatesRoute), 'templates'),
  },
  {
    path: PAGES.template,
    ...screen(() => import('./routes/template.tsx').then((m) => m.TemplateRoute), 'templates'),
  },
  {
    path: PAGES.album,
    ...screen(() => import('./routes/album.tsx').then((m) => m.AlbumRoute), 'albums'),
  },
  {
    path: PAGES.create,
    ...screen(() => import('./routes/create.tsx').then((m) => m.CreateRoute), 'studio', 'templates'),
  },
  {
    path: PAGES.trendingUsers,
    ...screen(
      () => import('./routes/trending-users.tsx').then((m) => m.TrendingUsersRoute),
      'trending',
      'follows',
      'followToast',
    ),
  },
  {
    // One route for both paths, so that switching between them only changes the URL.
    path: `${PAGES.bulkUpload}/:uploadId?`,
    ...screen(() => import('./routes/bulk-upload.tsx').then((m) => m.BulkUploadRoute), 'bulk', 'storage'),
    membersOnly: true,
  },
  {
    path: PAGES.user,
    ...screen(() => import('./routes/user.tsx').then((m) => m.UserRoute), 'users', 'follows', 'followToast', 'albums'),
  },
  { path: PAGES.me, ...screen(() => import('./routes/me.tsx').then((m) => m.MeRoute)) },
  {
    path: PAGES.account,
    ...screen(() => import('./routes/account.tsx').then((m) => m.AccountRoute), ...ACCOUNT_TEXTS),
    membersOnly: true,
  },
  {
    path: PAGES.connectExtension,
    ...screen(() => import('./routes/connect-extension.tsx').then((m) => m.ConnectExtensionRoute), 'tokens'),
    membersOnly: true,
  },
  {
    path: PAGES.moderation,
    ...screen(() => import('./routes/moderation.tsx').then((m) => m.ModerationRoute), 'desk', 'report', 'admin', 'own'),
    membersOnly: true,
  },
  {
    path: PAGES.admin,
    ...screen(() => import('./routes/admin.tsx').then((m) => m.AdminRoute), 'admin', 'desk', 'webhooks'),
    membersOnly: true,
  },
  {
    path: PAGES.adminClaim,
    ...screen(() => import('./routes/admin-claim.tsx').then((m) => m.AdminClaimRoute), 'admin'),
    membersOnly: true,
  },
  {
    path: PAGES.appeal,
    ...screen(() => import('./routes/appeal.tsx').then((m) => m.AppealRoute), 'desk'),
    membersOnly: true,
  },
  {
    path: PAGES.notifications,
    ...screen(() => import('./routes/notifications.tsx').then((m) => m.NotificationsRoute), 'notifications'),
    membersOnly: true,
  },
]

const outsideLayout: readonly Screen[] = [
  {
    path: PAGES.forgotPassword,
    ...screen(() => import('./routes/forgot-password.tsx').then((m) => m.ForgotPasswordRoute), 'account'),
  },
  { path: PAGES.login, ...login },
  {
    path: PAGES.register,
    ...screen(() => import('./routes/register.tsx').then((m) => m.RegisterRoute), 'account'),
  },
  {
    path: PAGES.verifyEmail,
    ...screen(() => import('./routes/verify-email.tsx').then((m) => m.VerifyEmailRoute), 'account'),
  },
  {
    path: PAGES.privacyPolicy,
    ...screen(() => import('./routes/privacy-policy.tsx').then((m) => m.PrivacyPolicyRoute), 'legal'),
  },
  {
    path: PAGES.termsOfService,
    ...screen(() => import('./routes/terms-of-service.tsx').then((m) => m.TermsOfServiceRoute), 'legal'),
  },
  {
    path: PAGES.rules,
    ...screen(() => import('./routes/rules.tsx').then((m) => m.RulesRoute), 'legal'),
  },
  {
    path: PAGES.about,
    ...screen(() => import('./routes/about.tsx').then((m) => m.AboutRoute), 'legal'),
  },
  {
    path: PAGES.dataDeletionGuide,
    ...screen(() => import('./routes/data-deletion-guide.tsx').then((m) => m.DataDeletionGuideRoute), 'legal'),
  },
  {
    path: PAGES.unsubscribe,
    ...screen(() => import('./routes/unsubscribe.tsx').then((m) => m.UnsubscribeRoute), 'follows'),
  },
  {
    path: PAGES.serverError,
    ...screen(() => import('./routes/server-error.tsx').then((m) => m.ServerErrorRoute)),
  },
]

const NotFound = screen(() => import('./routes/not-found.tsx').then((m) => m.NotFoundRoute)).Component

/** The path patterns of the screens without the top bar. */
export const barePaths: readonly string[] = outsideLayout.map(({ path }) => path)

/** The path patterns of all screens except home. */
export const otherPaths: readonly string[] = [...insideLayout, ...outsideLayout].map(({ path }) => path)

/** Loads the screen of a path. Ignores failures, since the screen itself shows them. */
export async function loadOtherScreen(path: string): Promise<void> {
  const found = [...insideLayout, ...outsideLayout].find((each) => matchPath(each.path, path, { caseSensitive: true }))
  await found?.load?.().catch(() => undefined)
}

/** Layout of screens with their own frame. */
function BareLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <OfflineBanner />
      {children}
    </>
  )
}

const toRoute = (Frame: ComponentType<{ children: ReactNode }>, { path, Component, membersOnly }: Screen): Route => {
  const element = <Component />
  const shown = membersOnly ? <RequireLogin>{element}</RequireLogin> : element
  return { path, caseSensitive: true, element: <Frame>{shown}</Frame> }
}

export const otherRoutes: readonly Route[] = [
  ...insideLayout.map((screen) => toRoute(Layout, screen)),
  ...[...outsideLayout, { path: '*', Component: NotFound }].map((screen) => toRoute(BareLayout, screen)),
]
