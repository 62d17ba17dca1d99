import type { SensitiveBy } from '#contract/memes/memes.ts'

/** The text keys that say who marked a meme as sensitive. */
export const SENSITIVE_BY_KEYS = {
  uploader: 'memes.sensitiveBy.uploader',
  moderator: 'memes.sensitiveBy.moderator',
  model: 'memes.sensitiveBy.model',
} as const satisfies Record<SensitiveBy, string>
