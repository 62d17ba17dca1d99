import { useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { api } from '../../../lib/api.ts'
import { toast } from '../../../ui/toast.ts'
import { SuggestedTags } from '../tag-completion/suggested-tags.tsx'
import { hashtagsIn, withTag } from '../tag-completion/typed-tag.ts'

/** Suggests tags for the user's own meme, by its name and the words in its picture, if it came without tags. */
export function TagsToAdd({ meme }: { meme: Meme }) {
  const { _id: id, name, description } = meme
  const [isWanted] = useState(hashtagsIn(description).size === 0)
  const [isSaving, setIsSaving] = useState(false)
  if (!isWanted) return null
  const add = async (tag: string) => {
    if (isSaving) return
    setIsSaving(true)
    try {
      await api('PATCH /meme/{id}', { params: { id }, body: { description: withTag(description, tag).trim() } })
    } catch (error) {
      toast.error(error)
    }
    setIsSaving(false)
  }
  return <SuggestedTags texts={[name, meme.imageText ?? '']} description={description} onTag={(tag) => void add(tag)} />
}
