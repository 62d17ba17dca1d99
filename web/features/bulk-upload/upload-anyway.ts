import type { BulkFileResult, BulkProgress } from '#contract/memes/bulk-upload.ts'
import { memeForm } from '../../entities/meme-form.ts'
import { addUploaded } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { onSessionChange } from '../../lib/session.ts'
import { createMapStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.ts'
import { settle } from './bulk-store.ts'
import type { BulkEntry, Place } from './selection.ts'

const SENDING = 'sending'

/** The ids of memes made of skipped pictures, and the pictures that are being sent. */
const store = createMapStore<string>()
onSessionChange(() => store.clear())
const keyOf = ({ uploadId, index }: Place) => `${uploadId}/${index}`

/** Uploads a skipped picture that this browser still has. */
export async function uploadAnyway({ file, metadata }: BulkEntry, place: Place): Promise<void> {
  if (store.get(keyOf(place)) === SENDING) return
  const form = memeForm({ ...metadata, allowDuplicate: true })
  form.set('image', file)
  store.set([keyOf(place), SENDING])
  try {
    const { data } = await api('POST /meme', { form })
    addUploaded(data)
    store.set([keyOf(place), data._id])
    settle(place.uploadId, [{ index: place.index, status: 'done' }])
  } catch (error) {
    store.set([keyOf(place), undefined])
    toast.error(error)
  }
}

export const useIsSending = (place: Place): boolean => store.use(keyOf(place)) === SENDING

/** Returns the progress with skipped pictures that were uploaded after all as memes. */
export function useWithUploadedAnyway(progress: BulkProgress): BulkProgress {
  store.useAll()
  const { uploadId, successCount, failedCount } = progress
  const allResults = progress.allResults.map(({ duplicateOf, code, message, ...result }): BulkFileResult => {
    const memeId = store.get(keyOf({ uploadId, index: result.index }))
    return memeId === undefined || memeId === SENDING
      ? { ...result, duplicateOf, code, message }
      : { ...result, status: 'done', memeId }
  })
  const added = allResults.filter(({ memeId }, at) => memeId !== progress.allResults[at]?.memeId).length
  return { ...progress, allResults, successCount: successCount + added, failedCount: failedCount - added }
}
