import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BulkProgress } from '#contract/memes/bulk-upload.ts'
import { ApiError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { bulkProgressKey, bulkProgressQuery } from './bulk-progress-query.ts'
import { watchProgress } from './watch-progress.ts'

/** Fetches an upload's progress and follows it to its end. `isGone`: it does not exist or belongs to another user. */
export function useProgress(uploadId: string) {
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(bulkProgressQuery(uploadId))
  const isRunning = data !== undefined && data.status === 'processing'
  const isDone = data !== undefined && !isRunning
  useEffect(() => {
    if (!isRunning) return
    return watchProgress(uploadId, {
      onProgress: (next) =>
        queryClient.setQueryData<BulkProgress>(bulkProgressKey(uploadId), (held) => later(held, next)),
      onLost: () => toast.error(translate('bulk.connectionLost'), { id: 'bulk connection' }),
      onGone: () => void refetch(),
    })
  }, [uploadId, isRunning, queryClient, refetch])
  useEffect(() => {
    // Cached lists lack the new memes.
    if (isDone)
      for (const key of ['user', 'user-memes', 'storage']) void queryClient.invalidateQueries({ queryKey: [key] })
  }, [isDone, queryClient])
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return { progress: data, error: data ? null : error, isGone, retry: () => void refetch(), retrying: isFetching }
}

/** Returns the later of two states: a delayed response must not move the bar backward. */
function later(held: BulkProgress | undefined, next: BulkProgress): BulkProgress {
  return held && held.processedFiles > next.processedFiles ? held : next
}
