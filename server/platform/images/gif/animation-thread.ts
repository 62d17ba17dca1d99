import { answerQuestions } from '../../threads/answer-questions.ts'
import { encodeWithin } from './encode-animation.ts'
import type { AnimationQuestion } from './make-animation.ts'

await answerQuestions<AnimationQuestion, Uint8Array>(
  async () =>
    ({ frames, bytes }) =>
      encodeWithin(frames, bytes),
)
