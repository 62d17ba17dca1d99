import { QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError } from './api-error.ts'

const STALE_AFTER_MS = 30_000
const KEPT_FOR_MS = 30 * 60_000
const RETRIES = 2

/** Only what may pass by itself is tried again: no connection, or a server that asks to wait. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES) return false
  return error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.status))
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        gcTime: KEPT_FOR_MS,
        retry: shouldRetry,
        // A feed that reshuffles because a window was looked at again loses the reader's place.
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
}
