import type { EditMemeInput, Meme } from '#contract/memes/memes.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getMeme } from './get-meme.ts'
import { lockOwnMeme } from './own-meme.ts'
import { setSensitiveByUploader, updateMemeWords } from './queries.ts'
import { tagsOf } from './rules.ts'
import type { UploadHooks, WordsHook } from './upload-meme.ts'

/** Edits the caller's meme; search uses the new texts immediately. Throws meme.notFound, meme.forbidden. */
export async function editMeme(
  deps: Pick<Deps, 'db' | 'caches'> & UploadHooks & WordsHook,
  viewer: Member,
  id: string,
  input: EditMemeInput,
): Promise<Meme> {
  await withTransaction(deps.db, async (tx) => {
    const meme = await lockOwnMeme(tx, viewer, id)
    // A blank name leaves the old one unchanged.
    const name = input.name || meme.name
    if (input.sensitive !== undefined) await setSensitiveByUploader(tx, id, input.sensitive)
    const description = input.description ?? meme.description
    const changed = await updateMemeWords(tx, id, {
      name,
      description,
      altText: input.altText ?? meme.alt_text,
      tags: tagsOf(name, description),
    })
    if (input.readText !== undefined) await deps.correctWords(tx, id, input.readText, 'owner')
    await deps.onMemeWritten(tx, changed)
  })
  return getMeme(deps, viewer, id)
}
