/** Increment when the same picture would be read differently, so that pictures read by an older version can be read again. */
export const READ_VERSION = 10
