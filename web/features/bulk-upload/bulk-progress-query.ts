import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const bulkProgressKey = (uploadId: string) => ['bulk-upload', uploadId] as const

/** The progress of an upload. The event stream updates the same cache entry. */
export const bulkProgressQuery = (uploadId: string) =>
  queryOptions({
    queryKey: bulkProgressKey(uploadId),
    queryFn: ({ signal }) => api('GET /meme/bulk/status/{uploadId}', { params: { uploadId }, signal }),
    staleTime: 0,
    gcTime: 60_000,
  })
