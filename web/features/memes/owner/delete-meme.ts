import type { QueryClient } from '@tanstack/react-query'
import type { Meme } from '#contract/memes/memes.ts'
import { hideMeme, unhideMeme } from '../../../entities/memes.ts'
import { api } from '../../../lib/api.ts'
import { translate } from '../../../lib/i18n.ts'
import { nextMoment } from '../../../lib/responses.ts'
import { toast } from '../../../ui/toast.ts'

/** Period in which the owner can undo a deletion on the server. */
const UNDO_MS = 10_000

/** Removes the user's meme from all lists at once, with an undo button for ten seconds. */
export async function deleteMeme(queryClient: QueryClient, meme: Meme): Promise<void> {
  hideMeme(meme._id)
  try {
    await api('DELETE /meme/{id}', { params: { id: meme._id } })
  } catch (error) {
    unhideMeme(meme._id)
    toast.error(error)
    return
  }
  hideMeme(meme._id, nextMoment())
  forgetCounts(queryClient)
  let isUndone = false
  const undo = () => {
    if (isUndone) return
    isUndone = true
    void restore(queryClient, meme)
  }
  toast.info(translate('own.deleted', { name: meme.name }), {
    id: `deleted ${meme._id}`,
    action: { label: translate('own.undo'), onAction: undo },
    closeAfterMs: UNDO_MS,
  })
}

async function restore(queryClient: QueryClient, { _id }: Meme): Promise<void> {
  try {
    await api('POST /meme/{id}/restore', { params: { id: _id } })
    unhideMeme(_id)
    toast.success(translate('own.restored'), { id: `deleted ${_id}` })
    forgetCounts(queryClient)
    // Lists fetched before the undo lack the meme.
    await queryClient.invalidateQueries({ queryKey: ['user-memes'] })
  } catch (error) {
    toast.error(error)
  }
}

/** Profiles show the number of memes. */
const forgetCounts = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: ['user'] })
