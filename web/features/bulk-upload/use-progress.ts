import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BulkProgress } from '#contract/bulk-upload.ts'
import { ApiError } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { bulkProgressKey, bulkProgressQuery } from './bulk-progress-query.ts'
import { watchProgress } from './watch-progress.ts'

/** Asks once how far an upload is, then follows it to its end. `isGone`: there is none, or it is somebody else's. */
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
    // Lists that were read before do not know the new memes.
    if (isDone) void queryClient.invalidateQueries({ queryKey: ['user-memes'] })
  }, [isDone, queryClient])
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return { progress: data, error: data ? null : error, isGone, retry: () => void refetch(), retrying: isFetching }
}

/** An answer that was long on its way does not turn the bar back. */
function later(held: BulkProgress | undefined, next: BulkProgress): BulkProgress {
  return held && held.processedFiles > next.processedFiles ? held : next
}
