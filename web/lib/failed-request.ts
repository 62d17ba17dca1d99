let failedRequestId: string | undefined

/** Keeps the id of the request that led to the server error page, which the operator finds in the log. */
export function noteFailedRequest(id: unknown): void {
  failedRequestId = typeof id === 'string' ? id : undefined
}

export const lastFailedRequest = (): string | undefined => failedRequestId
