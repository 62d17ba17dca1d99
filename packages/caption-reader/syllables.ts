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

/** Whether a word could be one Vietnamese syllable by its spelling: onset, rime and the tones that the rime allows. */
export function isVietnameseSyllable(word: string): boolean {
  const apart = word.toLowerCase().normalize('NFD')
  const tones = apart.match(TONE) ?? []
  if (tones.length > 1) return false
  const toneless = apart.replace(TONE, '').normalize('NFC')
  for (let length = Math.min(3, toneless.length); length >= 0; length -= 1) {
    const rime = toneless.slice(length)
    if (!ONSETS.has(toneless.slice(0, length)) || !RIMES.has(rime)) continue
    const isStopped = STOP_RIME.test(rime)
    if (!isStopped || tones.length === 0 || tones[0] === '\u0301' || tones[0] === '\u0323') return true
  }
  return false
}

/** Whether a word has letters or marks that English does not use. */
export const hasVietnameseMarks = (word: string) => fold(word) !== word.normalize('NFKC').toLowerCase()

const BARE_ONSETS = new Set([...ONSETS].map(fold))
const BARE_RIMES = new Set([...RIMES].map(fold))
const ONSET_CHARS_MAX = 3

/**
 * Whether a word without marks is a Vietnamese syllable with its marks removed: `nguoi`, `tieng`. English words may match too.
 */
export function isBareSyllable(word: string): boolean {
  for (let length = Math.min(ONSET_CHARS_MAX, word.length - 1); length >= 0; length -= 1)
    if (BARE_ONSETS.has(word.slice(0, length)) && BARE_RIMES.has(word.slice(length))) return true
  return false
}
