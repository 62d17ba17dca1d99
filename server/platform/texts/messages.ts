import type { Language } from '#contract/languages.ts'
import { type TextKey, textsOf } from './texts.ts'

/** Returns a success message for a response. */
export const messageText = (key: TextKey<'messages'>, language: Language): string => textsOf('messages', language)(key)
