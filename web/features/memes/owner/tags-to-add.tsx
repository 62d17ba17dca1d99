import { useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { api } from '../../../lib/api.ts'
import { useTask } from '../../../ui/use-task.ts'
import { SuggestedTags } from '../tag-completion/suggested-tags.tsx'
import { hashtagsIn, withTag } from '../tag-completion/typed-tag.ts'

/** Suggests tags for the user's own meme, by its name and the words in its picture, if it came without tags. */
export function TagsToAdd({ meme }: { meme: Meme }) {
  const { _id: id, name, description } = meme
  const [isWanted] = useState(hashtagsIn(description).size === 0)
  const { isRunning, run } = useTask()
  if (!isWanted) return null
  const add = (tag: string) => {
    const body = { description: withTag(description, tag).trim() }
    if (!isRunning) void run(() => api('PATCH /meme/{id}', { params: { id }, body }))
  }
  return <SuggestedTags texts={[name, meme.imageText ?? '']} description={description} onTag={add} />
}
