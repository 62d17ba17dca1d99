import { accountDeletionHooks } from './account-deletion-hooks.ts'
import type { DomainDeps } from './domains/domain.ts'
import { fileHooks } from './domains/memes/file-hooks.ts'
import { inspectPicture } from './domains/search/indexing/inspect-picture.ts'
import { isRemovedPicture } from './domains/search/indexing/is-removed-picture.ts'
import { createSiteFace } from './domains/settings/site-face.ts'
import { onNewMeme } from './new-meme-hooks.ts'
import type { Deps } from './platform/deps.ts'

/** Adds the hooks that let lower domains call higher ones. */
export function createDomainDeps(deps: Deps): DomainDeps {
  return {
    ...deps,
    ...fileHooks(deps),
    ...accountDeletionHooks(deps),
    isRefused: (source) => isRemovedPicture(deps.db, source),
    onMemeWritten: onNewMeme(deps),
    inspect: inspectPicture,
    siteFace: createSiteFace(deps),
  }
}
