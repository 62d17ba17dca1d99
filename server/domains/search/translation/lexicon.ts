import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { wordsOf } from '#contract/words.ts'

/** The language of emoji, which every other language translates to and from. */
export const EMOJI = 'emoji'

/** The words of one language: exact forms (lower case, NFC, single spaces) by idea. */
export type Ideas = ReadonlyMap<string, readonly string[]>

export interface LanguageFiles {
  /** `idea: word, two words`, by lines. A line such as `# animals` begins a topic. */
  ideas: string
  /** `🍉: watermelon, fruit`, by lines: an emoji's usual name in this language, which may be empty, and keywords. From CLDR. */
  emoji?: string
  /** Ambiguous words, which ideas may contain only as part of a phrase. */
  leftOut?: string
  /** Filler words, such as classifiers. */
  fillers?: string
}

export interface LexiconFiles {
  /** By language; `emoji` is one of them. */
  languages: Readonly<Record<string, LanguageFiles>>
  /** `puppy > dog`, by lines: a search for the first idea also finds the second, but not the other way around. */
  related: string
}

export interface EmojiNames {
  /** The usual name; empty if it is long. */
  name: string
  keywords: readonly string[]
}

export interface Lexicon {
  ideas: ReadonlyMap<string, Ideas>
  /** The topic of each idea, as the first language that has one lists it. */
  topics: ReadonlyMap<string, string>
  /** By language and emoji. */
  emojiNames: ReadonlyMap<string, ReadonlyMap<string, EmojiNames>>
  leftOut: ReadonlySet<string>
  fillers: ReadonlySet<string>
  related: ReadonlyMap<string, readonly string[]>
}

/** Limits of one idea and of one file. */
export const FORMS_MAX = 40
export const FILE_FORMS_MAX = 20_000
/** Longer phrases are not looked for. */
export const PHRASE_WORDS_MAX = 5

const ROOT = path.join(import.meta.dirname, '../../../lexicon')

/** Reads server/lexicon/: one folder per language. */
export function readLexiconFiles(root = ROOT): LexiconFiles {
  const read = (...parts: string[]) => {
    try {
      return readFileSync(path.join(root, ...parts), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
      throw error
    }
  }
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const languages = folders.map(({ name }): [string, LanguageFiles] => [
    name,
    {
      ideas: read(name, 'ideas.txt'),
      emoji: read(name, 'emoji.txt'),
      leftOut: read(name, 'left-out.txt'),
      fillers: read(name, 'fillers.txt'),
    },
  ])
  return { languages: Object.fromEntries(languages), related: read('related.txt') }
}

const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line, at) => ({ line: line.replace(/^#.*/, '').trim(), nth: at + 1 }))
    .filter(({ line }) => line !== '')

const formOf = (text: string) => wordsOf(text).join(' ')
const wordSet = (text = '') => new Set(linesOf(text).flatMap(({ line }) => line.split(',').map(formOf).filter(Boolean)))

/** Parses and checks the files. Throws an error that names the file, the line and the reason. */
export function parseLexicon({ languages, related }: LexiconFiles): Lexicon {
  const ideas = new Map<string, Ideas>()
  const emojiNames = new Map<string, Map<string, EmojiNames>>()
  for (const [language, files] of Object.entries(languages)) {
    const ambiguous = wordSet(files.leftOut)
    ideas.set(language, parseIdeas(`${language}/ideas.txt`, files.ideas, ambiguous))
    emojiNames.set(language, parseEmojiNames(`${language}/emoji.txt`, files.emoji, ambiguous))
  }
  checkMeanings(ideas)
  const leftOut = new Set(Object.values(languages).flatMap((files) => [...wordSet(files.leftOut)]))
  const fillers = new Set(Object.values(languages).flatMap((files) => [...wordSet(files.fillers)]))
  const topics = parseTopics(Object.values(languages))
  return { ideas, topics, emojiNames, leftOut, fillers, related: parseRelated(related, ideas) }
}

function parseTopics(languages: readonly LanguageFiles[]): Map<string, string> {
  const topics = new Map<string, string>()
  for (const { ideas } of languages) {
    let topic = ''
    for (const line of ideas.split('\n')) {
      const [, heading, idea] = /^#(.+)$|^([^:]+):/.exec(line) ?? []
      if (heading) topic = heading.trim()
      if (idea && topic !== '' && !topics.has(idea.trim())) topics.set(idea.trim(), topic)
    }
  }
  return topics
}

function* entriesOf(file: string, text = '') {
  let count = 0
  for (const { line, nth } of linesOf(text)) {
    const where = `${file}, line ${nth}`
    const [, idea = '', list = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
    const forms = list.split(',').map(formOf)
    if (forms.length > FORMS_MAX) {
      throw new Error(`${where}: the idea "${idea}" has ${forms.length} words; the limit is ${FORMS_MAX}`)
    }
    count += forms.length
    if (count > FILE_FORMS_MAX) throw new Error(`${where}: the file has more than ${FILE_FORMS_MAX} words`)
    if (idea === '') throw new Error(`${where}: write "idea: word, two words"`)
    yield { where, idea: idea.trim(), forms }
  }
}

function parseIdeas(file: string, text: string, leftOut: ReadonlySet<string>): Ideas {
  const ideas = new Map<string, string[]>()
  const known = new Map<string, string>()
  for (const { where, idea, forms } of entriesOf(file, text)) {
    if (forms.includes('')) throw new Error(`${where}: write "idea: word, two words"`)
    if (ideas.has(idea)) throw new Error(`${where}: the idea "${idea}" occurs twice`)
    for (const form of forms) {
      const other = known.get(form)
      if (other) throw new Error(`${where}: "${form}" occurs in the ideas "${other}" and "${idea}"`)
      if (leftOut.has(form)) throw new Error(`${where}: "${form}" has several meanings and is listed in left-out.txt`)
      known.set(form, idea)
    }
    ideas.set(idea, forms)
  }
  return ideas
}

function parseEmojiNames(file: string, text: string | undefined, leftOut: ReadonlySet<string>) {
  const names = new Map<string, EmojiNames>()
  for (const { idea, forms } of entriesOf(file, text)) {
    const [name = '', ...keywords] = forms.map((form) => (leftOut.has(form) ? '' : form))
    names.set(idea, { name, keywords: keywords.filter(Boolean) })
  }
  return names
}

/** Checks the ideas of all languages together: each word has one meaning, and each idea words in two languages. */
function checkMeanings(all: ReadonlyMap<string, Ideas>): void {
  const meanings = new Map<string, { idea: string; language: string }>()
  const languagesOf = new Map<string, string[]>()
  for (const [language, ideas] of all)
    for (const [idea, forms] of ideas) {
      languagesOf.set(idea, [...(languagesOf.get(idea) ?? []), language])
      for (const form of forms) {
        const other = meanings.get(form)
        if (other?.idea === idea)
          throw new Error(`${language}/ideas.txt: "${form}" of the idea "${idea}" maps to itself`)
        if (other) {
          throw new Error(
            `${language}/ideas.txt: "${form}" means "${idea}" in ${language} and "${other.idea}" in ${other.language}; leave one out`,
          )
        }
        meanings.set(form, { idea, language })
      }
    }
  for (const [idea, [language, ...others]] of languagesOf)
    if (others.length === 0) throw new Error(`${language}/ideas.txt: the idea "${idea}" has words in ${language} only`)
}

function parseRelated(text: string, all: ReadonlyMap<string, Ideas>): Map<string, string[]> {
  const related = new Map<string, string[]>()
  const known = new Set([...all.values()].flatMap((ideas) => [...ideas.keys()]))
  for (const { line, nth } of linesOf(text)) {
    const where = `related.txt, line ${nth}`
    const [from = '', to = '', ...more] = line.split('>').map((part) => part.trim())
    if (!from || !to || more.length > 0) throw new Error(`${where}: write "idea > idea"`)
    for (const idea of [from, to]) if (!known.has(idea)) throw new Error(`${where}: there is no idea "${idea}"`)
    if (from === to) throw new Error(`${where}: "${from}" points to itself`)
    if (related.get(to)?.includes(from)) {
      throw new Error(`${where}: "${from}" and "${to}" point to each other; make them one idea`)
    }
    if (related.get(from)?.includes(to)) throw new Error(`${where}: "${from} > ${to}" occurs twice`)
    related.set(from, [...(related.get(from) ?? []), to])
  }
  for (const [from, targets] of related)
    for (const to of targets) {
      const [next] = related.get(to) ?? []
      if (next) throw new Error(`related.txt: "${from} > ${to} > ${next}" is a chain; write "${from} > ${next}"`)
    }
  return related
}
