import type { ErrorCode } from '#contract/errors.ts'

/** All problems that a picture can have; the HTTP layer maps each code to a status and text. */
export const PICTURE_ERROR_CODES = [
  'image.empty',
  'image.tooLarge',
  'image.avatarTooLarge',
  'image.unsupportedType',
  'image.undecodable',
  'image.tooManyPixels',
  'image.tooLong',
  'image.tooManyFrames',
  'image.tooSlow',
  'image.busy',
] as const satisfies readonly ErrorCode[]

export type PictureErrorCode = (typeof PICTURE_ERROR_CODES)[number]

/** The picture is at fault, not the server (except for `image.busy`). Every other error from this module is a server error. */
export class PictureError extends Error {
  readonly code: PictureErrorCode

  constructor(code: PictureErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'PictureError'
    this.code = code
  }
}
