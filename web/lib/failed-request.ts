let failedRequestId: string | undefined

/** Stores the id of the request that led to the server error page. The operator finds it in the log. */
export function noteFailedRequest(id: unknown): void {
  failedRequestId = typeof id === 'string' ? id : undefined
}

export const lastFailedRequest = (): string | undefined => failedRequestId
