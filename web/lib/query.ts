import { QueryClient } from '@tanstack/react-query'
import { ApiError, NetworkError } from './api-error.ts'

const STALE_AFTER_MS = 30_000
const CACHE_TIME_MS = 30 * 60_000
const RETRIES = 2

/** Retries only transient errors: no connection, or a server response with Retry-After. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isTransient(error)
}

const isTransient = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.status))

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        gcTime: CACHE_TIME_MS,
        retry: shouldRetry,
        // Refetching on window focus would reshuffle the feed and lose the scroll position, so only retry after transient errors.
        refetchOnWindowFocus: ({ state }) => isTransient(state.error),
        // Also fetch while offline: the service worker answers from its cache, and an error is better than waiting forever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
