import type { FastifyInstance } from 'fastify'
import type { SignInProviders } from '#server/domains/auth/providers/sign-in/sign-in.ts'
import type { Command } from '#server/platform/commands/command.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { JobKind, Worker } from '#server/platform/jobs/jobs.ts'
import type { AccountDeletionHooks, DeletedUser } from './auth/account/delete-account.ts'
import type { ComingHook } from './memes/routes.ts'
import type { AnnounceHook, MakingHook, UploadHooks } from './memes/upload-meme.ts'
import type { SiteFaceReader } from './settings/site-face.ts'
import type { BlockHooks } from './users/block-person.ts'
import type { FileHooks } from './users/file-hooks.ts'

/** `Deps` plus the hooks that several domains share. `server/domain-deps.ts` builds them once. */
export interface DomainDeps extends Deps, AccountDeletionHooks, FileHooks, UploadHooks {
  siteFace: SiteFaceReader
}

/** `DomainDeps` plus the hooks that a node needs to serve HTTP. */
export interface RouteDeps extends DomainDeps, AnnounceHook, BlockHooks, ComingHook, MakingHook {
  providers: SignInProviders
}

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
  routes?(app: FastifyInstance, deps: RouteDeps): void
  jobs?: readonly DomainJob[]
  /** Operator commands by name. */
  commands?: Record<string, Command<DomainDeps>>
  /** Runs in the transaction that writes a new or edited meme. */
  onMemeWritten?(deps: Deps): (tx: Tx, meme: { id: string }) => Promise<void>
  onAccountDeletion?(deps: Deps): AccountDeletion
}

/** Pairs a job kind with its worker. */
export function job<T extends object>(kind: JobKind<T>, worker: (deps: DomainDeps) => Worker): DomainJob {
  return { kind: kind as unknown as JobKind, worker }
}
