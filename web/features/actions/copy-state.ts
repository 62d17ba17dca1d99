import type { CopyFailure } from './copy-picture.ts'

export type CopyState =
  | { kind: 'idle' }
  | { kind: 'copying' }
  | { kind: 'copied' }
  | { kind: 'failed'; reason: CopyFailure }

export type CopyEvent =
  | { type: 'pressed' }
  | { type: 'copied' }
  | { type: 'failed'; reason: CopyFailure }
  | { type: 'rested' }

export const COPY_IDLE: CopyState = { kind: 'idle' }

export function copyReducer(state: CopyState, event: CopyEvent): CopyState {
  switch (event.type) {
    case 'pressed':
      return { kind: 'copying' }
    case 'copied':
      return { kind: 'copied' }
    case 'failed':
      return { kind: 'failed', reason: event.reason }
    case 'rested':
      // Ignore a late end of an earlier copy: it must not end the current one.
      return state.kind === 'copying' ? state : COPY_IDLE
  }
}
