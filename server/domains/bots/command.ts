import { cut } from '#contract/bounded.ts'
import { type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { SEARCH_QUERY_MAX_CHARS } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { LANGUAGES, textsOf } from '#server/platform/texts/texts.ts'
import { answerSearch, type BotDeps } from './answer-search.ts'

/** A command that a member of a chat typed. */
export interface Command {
  /** The person and the channel. `next` continues the last search of this person in this channel. */
  asker: string
  text: string
  /** The command as it is typed in this chat, such as `/meme`. */
  name: string
}

/** A meme for the channel, or a sentence for the person alone. */
export type CommandAnswer = { meme: Meme; language: Language } | { notice: string }

interface Turn {
  words: string
  /** Memes shown so far. */
  shown: number
}

const TURNS_MAX = 10_000
const TURN_MS = 10 * 60_000
const SHOWN_MAX = 50
const SENDER_MAX_CHARS = 200

const lettersOf = (language: Language) => new Set(textsOf('bots', language)('letters'))

/**
 * Chats do not send the person's language with a command, so the typed letters decide it: those that a language has in addition to
 * those of the reference language.
 */
export function languageOfWords(words: string): Language {
  const common = lettersOf(REFERENCE_LANGUAGE)
  const marked = [...folded(words)].filter((letter) => !common.has(letter))
  const found = LANGUAGES.find((language) => marked.some((letter) => lettersOf(language).has(letter)))
  return found ?? REFERENCE_LANGUAGE
}

const folded = (text: string) => text.normalize('NFC').toLowerCase()

/** People may type the word for the next meme in any language. */
const isNextWord = (text: string) =>
  LANGUAGES.some((language) => textsOf('bots', language)('nextWord') === folded(text))

/** Finds the best meme for the words, or with `next` the one after the last. Without words, takes the trending memes. */
export async function answerCommand(deps: BotDeps, { asker, text, name }: Command): Promise<CommandAnswer> {
  const turns = deps.caches.open<Turn>({ name: 'chat-commands', max: TURNS_MAX, freshMs: TURN_MS, topics: [] })
  const key = cut(asker, SENDER_MAX_CHARS)
  const typed = cut(text.trim(), SEARCH_QUERY_MAX_CHARS)
  const isNext = isNextWord(typed)
  const last = isNext ? turns.get(key) : undefined
  if (isNext && !last) return { notice: textsOf('bots', languageOfWords(typed))('nothingBefore', { command: name }) }
  const { words, shown } = last ?? { words: typed, shown: 0 }
  const language = languageOfWords(words === '' ? typed : words)
  const { memes } =
    shown < SHOWN_MAX ? await answerSearch(deps, language, { words, limit: shown + 1 }) : { memes: [] as Meme[] }
  const meme = memes[shown]
  if (!meme) return { notice: nothingFor(language, words, shown) }
  turns.set(key, { words, shown: shown + 1 }, turns.era())
  return { meme, language }
}

function nothingFor(language: Language, words: string, shown: number): string {
  const t = textsOf('bots', language)
  if (words === '') return t('empty')
  return t(shown > 0 ? 'noMore' : 'nothing', { words })
}
