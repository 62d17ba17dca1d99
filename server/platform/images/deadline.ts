import { PictureError } from './picture-error.ts'

export interface Deadline {
  /** Whole seconds left, at least 1, for sharp's `timeout`. @throws PictureError `image.tooSlow` when no time is left */
  secondsLeft(): number
}

/** Starts the shared time limit for all steps of one picture. A still frame that is being encoded is finished first. */
export function startDeadline(seconds: number): Deadline {
  const end = performance.now() + seconds * 1000
  return {
    secondsLeft() {
      const left = end - performance.now()
      if (left <= 0) throw new PictureError('image.tooSlow')
      return Math.ceil(left / 1000)
    },
  }
}

/** Returns true if sharp stopped because of its `timeout`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout: \d+% complete/.test(error.message)
}
