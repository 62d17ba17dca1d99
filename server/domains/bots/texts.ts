import { LANGUAGES, type Language, toLanguage } from '#contract/languages.ts'

const TEXTS = {
  en: {
    nothing: (words: string) => `No meme found for “${words}”.`,
    gone: 'This meme is no longer available.',
    busy: 'The search is taking too long. Please try again.',
    tooMany: 'Too many searches. Please wait a minute.',
    hello: 'Type my name and some words in any chat, then pick a meme.',
  },
  vi: {
    nothing: (words: string) => `Không tìm thấy meme nào cho “${words}”.`,
    gone: 'Meme này không còn nữa.',
    busy: 'Tìm kiếm đang mất quá nhiều thời gian. Vui lòng thử lại.',
    tooMany: 'Bạn tìm quá nhiều lần. Vui lòng đợi một phút.',
    hello: 'Hãy gõ tên của tôi và vài từ trong bất kỳ cuộc trò chuyện nào, rồi chọn một meme.',
  },
} as const

export const botTexts = (language: Language) => TEXTS[language]

/** @param code language code as chat apps send it, such as `vi` or `en-US` */
export const languageOfCode = (code: string | undefined): Language => toLanguage(code) ?? LANGUAGES[0]
