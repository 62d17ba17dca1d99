import type { FastifyInstance } from 'fastify'
import type { SiteSettings } from '#contract/site/settings.ts'
import type { SignInProviders } from '#server/domains/auth/providers/sign-in/sign-in.ts'
import type { Command } from '#server/platform/commands/command.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { HttpOptions } from '#server/platform/http/create-http.ts'
import type { ShownFiles } from '#server/platform/http/media.ts'
import type { JobKind, Worker } from '#server/platform/jobs/jobs.ts'
import type { Member, TokenReader } from '#server/platform/viewer.ts'
import type { PageContent } from '#server/web-pages/web-client.ts'
import type { AccountDeletionHooks, DeletedUser } from './auth/account/delete-account.ts'
import type { GiveRole } from './auth/providers/oidc/group-role.ts'
import type { OidcProviders } from './auth/providers/oidc/oidc-provider.ts'
import type { FeedMemory } from './feed/catalog/feed-memory.ts'
import type { PictureArrivalHook } from './memes/routes.ts'
import type { AnnounceHook, SkippedFileHook, StudioRecordHook, UploadHooks, WordsHook } from './memes/upload-meme.ts'
import type { SiteBrandingReader } from './settings/site-branding.ts'
import type { BlockHooks } from './users/block-person.ts'
import type { FileHooks } from './users/file-hooks.ts'

/** Hooks to which every domain may add a part. */
export type EachDomainHooks = Pick<UploadHooks, 'onMemeWritten'> & BlockHooks & AccountDeletionHooks

/** Functions that one domain provides to others, to the HTTP layer and to the HTML documents. */
export interface ProvidedHooks
  extends AnnounceHook,
    PictureArrivalHook,
    FileHooks,
    GiveRole,
    StudioRecordHook,
    PageContent,
    SkippedFileHook,
    WordsHook,
    Omit<UploadHooks, keyof EachDomainHooks> {
  readToken: TokenReader
  requireFreshProof(viewer: Member): Promise<void>
  providers: SignInProviders
  oidc: OidcProviders
  providerHosts: HttpOptions['providerHosts']
  /** Null if the site's address cannot have passkeys. */
  passkeyOrigin: string | null
  publicFiles: ShownFiles
  settings(): Promise<SiteSettings>
  hasAdmin(): Promise<boolean>
  siteBranding: SiteBrandingReader
  isMembersOnly: HttpOptions['isMembersOnly']
  /** The node's caches for feeds, opened at the first call. */
  feedMemory(): FeedMemory
}

/** `Deps` plus all hooks. `server/domain-deps.ts` collects them from the domains. */
export type DomainDeps = Deps & ProvidedHooks & EachDomainHooks

/** A job kind with its handler. Every node can enqueue the kind; only nodes that run jobs build the worker. */
export interface DomainJob {
  kind: JobKind
  worker(deps: DomainDeps): Worker
}

/** A domain's part in deleting an account. */
export interface AccountDeletion {
  /** Runs in the transaction, before the account's rows are deleted. */
  before?(tx: Tx, user: DeletedUser): Promise<void>
  /** Runs after the commit. */
  after?(user: DeletedUser): Promise<void>
}

/** Everything that a domain adds to the application. Its `index.ts` exports one `Domain`; `all-domains.ts` lists them all. */
export interface Domain {
  /** Functions for others. A domain with them is declared with `satisfies Domain`, so that a missing one fails to compile. */
  provides?(deps: Deps): Partial<ProvidedHooks>
  routes?(app: FastifyInstance, deps: DomainDeps): void
  jobs?: readonly DomainJob[]
  /** Operator commands by name. */
  commands?: Record<string, Command<DomainDeps>>
  /** Runs in the transaction that writes a new or edited meme. */
  onMemeWritten?(deps: Deps): (tx: Tx, meme: { id: string }) => Promise<void>
  /** Runs in the transaction of a block. Removes all connections between two people, who are both locked. */
  whenBlocked?(tx: Tx, a: string, b: string): Promise<void>
  onAccountDeletion?(deps: Deps): AccountDeletion
}

/** Pairs a job kind with its worker. */
export function job<T extends object>(kind: JobKind<T>, worker: (deps: DomainDeps) => Worker): DomainJob {
  return { kind: kind as unknown as JobKind, worker }
}
