import type { SensitiveBy } from '#contract/memes/memes.ts'

/** The text keys of the origins of a sensitive mark. */
export const SENSITIVE_BY_KEYS = {
  uploader: 'memes.sensitiveBy.uploader',
  moderator: 'memes.sensitiveBy.moderator',
  model: 'memes.sensitiveBy.model',
} as const satisfies Record<SensitiveBy, string>
