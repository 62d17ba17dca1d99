import { allDomains, type Provided } from './domains/all-domains.ts'
import type { AccountDeletionHooks } from './domains/auth/account/delete-account.ts'
import type { DomainDeps, EachDomainHooks, ProvidedHooks } from './domains/domain.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import type { Deps } from './platform/deps.ts'

/** Adds to `deps` the hooks that let lower domains call higher ones, and returns the same object. */
export function createDomainDeps(deps: Deps): DomainDeps {
  const provided: Provided = Object.assign({}, ...allDomains.map((domain) => domain.provides?.(deps)))
  const hooks: ProvidedHooks & EachDomainHooks = {
    ...provided,
    ...accountDeletionHooks(deps),
    onMemeWritten: inTurn(allDomains.flatMap((domain) => domain.onMemeWritten?.(deps) ?? [])),
    whenBlocked: inTurn(allDomains.flatMap((domain) => domain.whenBlocked ?? [])),
  }
  return Object.assign(deps, hooks)
}

/** Runs every domain's part of deleting an account. Members, operators and retention all use it. */
export function accountDeletionHooks(deps: Deps): AccountDeletionHooks {
  const parts = allDomains.flatMap((domain) => domain.onAccountDeletion?.(deps) ?? [])
  return {
    beforeDeletion: inTurn(parts.flatMap(({ before }) => before ?? [])),
    afterDeletion: inTurn(parts.flatMap(({ after }) => after ?? [])),
    sweepFiles: fileHooks(deps).sweepFiles,
  }
}

/** Calls the hooks one after the other, since they share a transaction. */
const inTurn =
  <Args extends unknown[]>(hooks: ((...args: Args) => Promise<void>)[]) =>
  async (...args: Args): Promise<void> => {
    for (const hook of hooks) await hook(...args)
  }
