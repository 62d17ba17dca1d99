// Writes the names of emoji, server/lexicon/LANGUAGE/emoji.txt, from the annotations of Unicode CLDR. The package is 56 MB, so it is
// not installed: `npm pack cldr-annotations-full@48.2.0`, unpack it, and run this script with its folder.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsOf } from '#contract/words.ts'
import { isStopWord } from '#server/domains/search/query/stop-words.ts'
import { root } from './bootstrap.mjs'

const [, , folder = ''] = process.argv
const LEXICON = join(root, 'server', 'lexicon')
/** A name shared by more emoji, such as `animal`, is too general. */
const EMOJI_PER_NAME_MAX = 4
const NAME_WORDS_MAX = 3
const NAME_MIN_CHARS = 3

interface Annotation {
  default: string[]
  tts?: string[]
}

interface Names {
  /** The usual name, if it is a plain word: `otter`, not `cat with tears of joy`. */
  name: string
  keywords: string[]
}

const nameOf = (text: string) => wordsOf(text).join(' ')
const isUsable = (name: string) =>
  name.length >= NAME_MIN_CHARS && name.split(' ').length <= NAME_WORDS_MAX && !isStopWord(name)

function namesOf(language: string): Map<string, Names> {
  const file = join(folder, 'annotations', language, 'annotations.json')
  const found: Record<string, Annotation> = JSON.parse(readFileSync(file, 'utf8')).annotations.annotations
  const names = new Map<string, Names>()
  for (const [sign, { default: keywords, tts = [] }] of Object.entries(found)) {
    const [emoji, ...more] = wordsOf(sign)
    if (emoji === undefined || more.length > 0 || emoji !== sign || !/\p{Extended_Pictographic}/u.test(emoji)) continue
    const [name = ''] = tts.map(nameOf).filter((usual) => keywords.map(nameOf).includes(usual) && isUsable(usual))
    const others = keywords.map(nameOf).filter((keyword) => keyword !== name && isUsable(keyword))
    names.set(emoji, { name, keywords: [...new Set(others)] })
  }
  const counts = Map.groupBy(
    [...names.values()].flatMap(({ keywords }) => keywords),
    (keyword) => keyword,
  )
  const isDistinctive = (keyword: string) => (counts.get(keyword)?.length ?? 0) <= EMOJI_PER_NAME_MAX
  return new Map(
    [...names].map(([emoji, { name, keywords }]) => [emoji, { name, keywords: keywords.filter(isDistinctive) }]),
  )
}

for (const language of readdirSync(LEXICON)) {
  if (!existsSync(join(folder, 'annotations', language))) continue
  const lines = [...namesOf(language)].flatMap(([emoji, { name, keywords }]) =>
    name || keywords.length > 0 ? [`${emoji}: ${[name, ...keywords].join(', ')}`] : [],
  )
  const head =
    '# Names of emoji from Unicode CLDR 48, © Unicode, Inc., Unicode License v3. Written by tools/scripts/emoji-names.ts.\n'
  writeFileSync(join(LEXICON, language, 'emoji.txt'), `${head}${lines.join('\n')}\n`)
}
