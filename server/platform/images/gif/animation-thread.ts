import { answerQuestions } from '../../threads/answer-questions.ts'
import { encodeWithin } from './encode-animation.ts'
import type { AnimationQuestion } from './make-animation.ts'
import { shrinkFrames } from './shrink-frames.ts'

await answerQuestions<AnimationQuestion, Uint8Array>(
  async () =>
    ({ bytes, delays, ...request }) =>
      // A copy, because a message contains the whole memory of a view.
      new Uint8Array(encodeWithin({ pixels: shrinkFrames(request), ...request.size, delays }, bytes)),
)
