import type { FastifyInstance } from 'fastify'
import { accountDeletionHooks } from './account-deletion-hooks.ts'
import type { StagedSource } from './adapters/images/staging.ts'
import { createProviders } from './adapters/sign-in/create-providers.ts'
import type { Tx } from './db/db.ts'
import type { MaintenanceReport } from './db/maintenance-report.ts'
import type { Deps } from './deps.ts'
import { diskGuard } from './disk-guard.ts'
import { actionRoutes } from './domains/actions/routes.ts'
import { adminRoutes } from './domains/admin/routes.ts'
import { albumRoutes } from './domains/albums/routes.ts'
import { relyingParty } from './domains/auth/passkeys/relying-party.ts'
import { requireFreshProof } from './domains/auth/proof/fresh-proof.ts'
import { authRoutes } from './domains/auth/routes.ts'
import { createTokenReader } from './domains/auth/sessions/read-token.ts'
import { botRoutes } from './domains/bots/routes.ts'
import { bulkUploadRoutes } from './domains/bulk-upload/routes.ts'
import { keepMaking } from './domains/feed/jobs.ts'
import { feedRoutes } from './domains/feed/routes.ts'
import { endFollows } from './domains/follows/end-follows.ts'
import { followRoutes } from './domains/follows/routes.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import { createKeptCards } from './domains/memes/kept-cards.ts'
import { createPublicFiles } from './domains/memes/public-files.ts'
import { memeRoutes } from './domains/memes/routes.ts'
import { moderationRoutes } from './domains/moderation/routes.ts'
import { forgetNamesBetween } from './domains/notifications/notify.ts'
import { announceMeme } from './domains/notifications/posts.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { privacyRoutes } from './domains/privacy/routes.ts'
import { inspectPicture } from './domains/search/indexing/inspect-picture.ts'
import { isRemovedPicture } from './domains/search/indexing/is-removed-picture.ts'
import { wakeReader } from './domains/search/jobs.ts'
import { searchRoutes } from './domains/search/routes.ts'
import { recordRefusals, securityLogRoutes } from './domains/security-log/routes.ts'
import { readSettings } from './domains/settings/read-settings.ts'
import { createSiteFace } from './domains/settings/site-face.ts'
import { describeAddress, describePage, hasContent } from './domains/sharing/describe-page.ts'
import { sharingRoutes } from './domains/sharing/routes.ts'
import { listTags } from './domains/tags/list-tags.ts'
import { tagRoutes } from './domains/tags/routes.ts'
import { templateRoutes } from './domains/templates/routes.ts'
import { trendingRoutes } from './domains/trending/routes.ts'
import { blockRoutes } from './domains/users/block-routes.ts'
import { userRoutes } from './domains/users/routes.ts'
import { webhookRoutes } from './domains/webhooks/routes.ts'
import { createHttp } from './http/create-http.ts'
import { docsRoutes } from './http/docs.ts'
import { registerNotFound } from './http/error-handler.ts'
import { mediaRoutes } from './http/media.ts'
import { metricsRoutes } from './http/metrics.ts'
import { noteWrites } from './http/note-writes.ts'
import { registerFallbackRoutes } from './http/routed.ts'
import { siteRoutes } from './http/site.ts'
import { siteFileRoutes } from './http/site-files.ts'
import type { SlowBodyLimits } from './http/slow-clients.ts'
import type { Tracing } from './http/tracing.ts'
import { webClientRoutes } from './http/web-client.ts'
import { readWebPage } from './http/web-page.ts'
import { boundsFor, createGate, type Gate } from './load/gate.ts'
import { watchPressure } from './load/pressure.ts'
import { onNewMeme } from './new-meme-hooks.ts'
import { readFor } from './read-for.ts'
import { visitorIn } from './viewer.ts'

export interface AppOptions {
  isDraining: () => boolean
  /** Whether database, storage and migrations are ready, by name. */
  checks: () => Promise<Record<string, boolean>>
  /** Maintenance metrics of the embedded engine. */
  maintenance?: { report(): MaintenanceReport } | null
  tracing?: Tracing | null
  /** Who is let in; without it, bounds by the database's connections. */
  gate?: Gate
  /** How patient the server is with bodies that trickle; only tests have less patience than usual. */
  slowBodies?: SlowBodyLimits | undefined
  /** The folder of the built web client; null serves only the API. */
  webRoot: string | null
  /** How old what feeds, searches and trending share may be, in milliseconds; one to five seconds by default. */
  feedFreshMs?: number | undefined
  /** Whether it is kept in memory which files are public; true by default. */
  keepsFiles?: boolean
}

/** Wires every domain to HTTP. The composition root: it passes hooks from higher domains to lower ones. */
export async function createApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const { config } = deps
  const page = options.webRoot ? await readWebPage(options.webRoot) : null
  const pressure = watchPressure()
  const gate = options.gate ?? createGate(boundsFor(deps.connections.most, config.rateLimits), pressure)
  const { app, routes } = await createHttp({
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    readToken: createTokenReader(deps),
    requireFreshProof: (viewer) => requireFreshProof(deps, viewer),
    requireDiskSpace: diskGuard(config),
    providerHosts: providerHosts(config),
    mediaOrigins: config.mediaUrl ? [new URL(config.mediaUrl).origin] : [],
    inlineHashes: page?.hashes ?? { script: [], style: [] },
    isDraining: options.isDraining,
    gate,
    slowBodies: options.slowBodies,
    secure: config.publicUrl.startsWith('https:'),
  })
  app.addHook('onClose', async () => pressure.stop())
  options.tracing?.traceRequests(app)
  recordRefusals(app, deps)
  noteWrites(app, deps)
  const siteFace = createSiteFace(deps)
  siteRoutes(app, deps, {
    ...options,
    gate,
    settings: () => readSettings(deps.db),
    face: siteFace,
    passkeyOrigin: relyingParty(config)?.origin ?? null,
  })
  metricsRoutes(app, deps, gate, options.maintenance ?? null)
  if (config.apiDocs) docsRoutes(app)
  mediaRoutes(app, deps, publicFilesOf(app, deps, options.keepsFiles ?? true))
  const files = { ...fileHooks(deps), isRefused: (source: StagedSource) => isRemovedPicture(deps.db, source) }
  authRoutes(app, { ...deps, ...files, providers: createProviders(config), ...accountDeletionHooks(deps) })
  securityLogRoutes(app, deps)
  userRoutes(app, { ...deps, ...files })
  notificationRoutes(app, deps)
  blockRoutes(app, { ...deps, whenBlocked })
  followRoutes(app, deps)
  memeRoutes(app, {
    ...deps,
    onMemeWritten: onNewMeme(deps),
    announce: (tx, { id }) => announceMeme(deps, tx, id),
    inspect: inspectPicture,
    keepMaking: keepMaking(deps),
    onPictureComing: () => wakeReader(deps),
  })
  bulkUploadRoutes(app, deps)
  actionRoutes(app, deps)
  albumRoutes(app, deps)
  const cards = createKeptCards()
  const searches = searchRoutes(app, deps, { cards, freshMs: options.feedFreshMs })
  const trending = trendingRoutes(app, deps, { cards, freshMs: options.feedFreshMs })
  templateRoutes(app, deps)
  const suspensions = moderationRoutes(app, deps)
  adminRoutes(app, { ...deps, ...accountDeletionHooks(deps), onFaceChanged: siteFace.renew })
  webhookRoutes(app, deps)
  privacyRoutes(app, deps)
  const { firstPage } = feedRoutes(app, deps, {
    freshMs: options.feedFreshMs,
    cards,
    whenHidden() {
      searches.forget()
      trending.forget()
      void suspensions.readAgain()
    },
  })
  siteFileRoutes(app, config, siteFace)
  tagRoutes(app, deps)
  sharingRoutes(app, deps, siteFace)
  botRoutes(app, deps)
  if (page) {
    await webClientRoutes(app, {
      page,
      firstPage,
      dayTags: () => listTags(deps, visitorIn('en'), { period: 'day' }),
      site: siteFace,
      hasContent,
      describe: (asked, visitor) => readFor(deps, visitor, (from) => describePage(from, asked)),
      describeAddress: (asked, status) => describeAddress(deps, asked, status),
    })
  } else registerNotFound(app)
  registerFallbackRoutes(app, routes)
  return app
}

function publicFilesOf(app: FastifyInstance, deps: Deps, keeps: boolean) {
  const files = createPublicFiles(deps)
  if (keeps) app.addHook('onReady', () => files.open())
  app.addHook('onClose', () => files.close())
  return files
}

/** What a block ends between two people. */
async function whenBlocked(tx: Tx, a: string, b: string): Promise<void> {
  await endFollows(tx, a, b)
  await forgetNamesBetween(tx, a, b)
}

function providerHosts(config: Deps['config']) {
  const google = config.googleClientId ? 'https://accounts.google.com' : undefined
  const facebook = config.facebookAppId ? 'https://connect.facebook.net' : undefined
  const script = [google, facebook].filter((host) => host !== undefined)
  return {
    script,
    // The script of Facebook writes style elements.
    style: [google, facebook && "'unsafe-inline'"].filter((source) => source !== undefined),
    connect: script,
    frame: [google, config.facebookAppId ? 'https://www.facebook.com' : undefined].filter((host) => host !== undefined),
  }
}
