import { CopyError, type CopyFailure } from './copy-picture.ts'
import type { CopyState } from './copy-state.ts'

const BY_STATE = {
  idle: 'memes.copy.idle',
  copying: 'memes.copy.copying',
  copied: 'memes.copy.copied',
  failed: 'memes.copy.failed',
} as const satisfies Record<CopyState['kind'], string>

export const COPY_REASONS = {
  unsupported: 'memes.copy.unsupported',
  denied: 'memes.copy.denied',
  unavailable: 'memes.copy.unavailable',
} as const satisfies Record<CopyFailure, string>

export const copyLabel = (state: CopyState): string => BY_STATE[state.kind]

export const reasonOf = (error: unknown): CopyFailure => (error instanceof CopyError ? error.reason : 'unavailable')
