import { fold } from '#contract/words.ts'

const ENGLISH =
  'a an and are as at be but by for from had has have he her his i if in is it its me my not of on or our she so that the their them they this to was we were what when which who will with you your'
const VIETNAMESE =
  'là và của thì mà các những một cho với ở này đó khi được bị đã đang sẽ cũng như vì nên lại ra vào rất'

/** Stop words, which are optional in a match, including Vietnamese stop words without marks. */
const STOP_WORDS = new Set([...ENGLISH.split(' '), ...VIETNAMESE.split(' '), ...VIETNAMESE.split(' ').map(fold)])

export const isStopWord = (word: string) => STOP_WORDS.has(word)
