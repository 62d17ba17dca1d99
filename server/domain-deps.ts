import { accountDeletionHooks } from './account-deletion-hooks.ts'
import type { DomainDeps } from './domains/domain.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import { inspectPicture } from './domains/search/indexing/inspect-picture.ts'
import { isRemovedPicture } from './domains/search/indexing/is-removed-picture.ts'
import { createSiteFace } from './domains/settings/site-face.ts'
import { onNewMeme } from './new-meme-hooks.ts'
import type { Deps } from './platform/deps.ts'

/** Adds to `deps` the hooks that let lower domains call higher ones, and returns the same object. */
export function createDomainDeps(deps: Deps): DomainDeps {
  const hooks: Omit<DomainDeps, keyof Deps> = {
    ...fileHooks(deps),
    ...accountDeletionHooks(deps),
    isRefused: (source) => isRemovedPicture(deps.db, source),
    onMemeWritten: onNewMeme(deps),
    inspect: inspectPicture,
    siteFace: createSiteFace(deps),
  }
  return Object.assign(deps, hooks)
}
