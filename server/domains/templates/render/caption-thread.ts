import { answerQuestions } from '../../../platform/threads/answer-questions.ts'
import type { CaptionQuestion } from './caption-questions.ts'
import { captionsSvg, unsupportedCharacters } from './draw-captions.ts'

await answerQuestions<CaptionQuestion, string[] | string>(async () => (question) => {
  if (question.kind === 'check') return unsupportedCharacters(question.captions)
  return captionsSvg(question.captions, question.size)
})
