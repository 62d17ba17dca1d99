import { fold } from './fold.ts'

const ONSETS = new Set('b c ch d đ g gh gi h k kh l m n ng ngh nh p ph qu r s t th tr v x'.split(' ').concat(''))
const RIMES = new Set(
  (
    'a ai am an ang anh ao ap at au ay ac ach ă ăm ăn ăng ăp ăt ăc â âm ân âng âp ât âu ây âc e em en eng eo ep et ec ê êm ên ênh êp êt êu êch ' +
    'i im in inh ip it iu ich ia iêm iên iêng iêp iêt iêu iêc o oi om on ong op ot oc oa oai oan oang oanh oao oat oay oac oach oăn oăng oăt oăc oe oen oeo oet oong ooc ' +
    'ô ôi ôm ôn ông ôp ôt ôc ơ ơi ơm ơn ơp ơt u ui um un ung up ut uc ua uôi uôm uôn uông uôt uôc uơ uy uya uych uyên uyêt uynh uyt uyu uân uâng uât uây uê uênh uêch ' +
    'ư ưi ưng ưu ưt ưc ưa ươi ươm ươn ương ươp ươt ươc ươu y yêm yên yêu yêt yêng'
  ).split(' '),
)
const TONE = /[\u0300\u0301\u0303\u0309\u0323]/g
const STOP_RIME = /(?:c|ch|p|t)$/

/** Returns true if a word could be one Vietnamese syllable by its spelling: onset, rime and the tones that the rime allows. */
export function isVietnameseSyllable(word: string): boolean {
  const apart = word.toLowerCase().normalize('NFD')
  const tones = apart.match(TONE) ?? []
  if (tones.length > 1) return false
  return rimesOf(apart.replace(TONE, '').normalize('NFC')).some(
    (rime) => !STOP_RIME.test(rime) || tones.length === 0 || tones[0] === '\u0301' || tones[0] === '\u0323',
  )
}

/** The rimes that a toneless syllable may have, shortest first. */
const rimesOf = (toneless: string) =>
  [3, 2, 1, 0]
    .filter((length) => length <= toneless.length && ONSETS.has(toneless.slice(0, length)))
    .map((length) => toneless.slice(length))
    .filter((rime) => RIMES.has(rime))

const VOWELS = /^[aăâeêioôơuưy]+/
const MARKED_VOWEL = /[ăâêôơư](?!.*[ăâêôơư])/
/** Vowels that are written with the tone on either one: hòa and hoà. */
const EITHER = ['oa', 'oe', 'uy']

/**
 * Moves the tone of a syllable to the vowel that is written with it: `TAÌ` becomes `TÀI`. A slanted letter is often nearer to
 * its neighbor's tone.
 */
export function placeTone(word: string): string {
  const apart = word.normalize('NFD')
  const [tone] = apart.match(TONE) ?? []
  const toneless = apart.replace(TONE, '').normalize('NFC')
  const [rime] = rimesOf(toneless.toLowerCase())
  if (tone === undefined || rime === undefined) return word
  const vowels = VOWELS.exec(rime)?.[0] ?? ''
  const isOpen = vowels === rime
  if (isOpen && EITHER.includes(vowels)) return word
  const at = toneless.length - rime.length + toneAt(vowels, isOpen) + 1
  return `${toneless.slice(0, at)}${tone}${toneless.slice(at)}`.normalize('NFC')
}

function toneAt(vowels: string, isOpen: boolean): number {
  const marked = vowels.search(MARKED_VOWEL)
  if (marked >= 0) return marked
  if (vowels.length === 3) return 1
  return isOpen ? 0 : vowels.length - 1
}

/** Returns true if a word has letters or marks that English does not use. */
export const hasVietnameseMarks = (word: string) => fold(word) !== word.normalize('NFKC').toLowerCase()

const BARE_ONSETS = new Set([...ONSETS].map(fold))
const BARE_RIMES = new Set([...RIMES].map(fold))
const ONSET_CHARS_MAX = 3

/**
 * Returns true if a word without marks is a Vietnamese syllable with its marks removed: `nguoi`, `tieng`. English words may match
 * too.
 */
export function isBareSyllable(word: string): boolean {
  for (let length = Math.min(ONSET_CHARS_MAX, word.length - 1); length >= 0; length -= 1)
    if (BARE_ONSETS.has(word.slice(0, length)) && BARE_RIMES.has(word.slice(length))) return true
  return false
}
