import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { memeForm } from '../../entities/meme-form.ts'
import { addUploaded } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'
import { bulkProgressKey } from './bulk-progress-query.ts'
import type { BulkEntry, Place } from './selection.ts'

/** Uploads a skipped picture that this browser still has, and completes its file on the server. */
export function useUploadAnyway({ uploadId, index }: Place) {
  const client = useQueryClient()
  const mutationKey = ['upload anyway', uploadId, index]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ file, metadata }: BulkEntry) => {
      const form = memeForm({ ...metadata, allowDuplicate: true })
      form.set('bulkUploadId', uploadId)
      form.set('bulkIndex', String(index))
      form.set('image', file)
      addUploaded((await api('POST /meme', { form })).data)
    },
    onError: (error) => toast.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: bulkProgressKey(uploadId) }),
  })
  return { uploadAnyway: mutate, isSending: useIsMutating({ mutationKey }) > 0 }
}
