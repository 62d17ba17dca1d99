import { handleThreadRequests } from '../../../platform/threads/handle-thread-requests.ts'
import type { CaptionRequest } from './caption-requests.ts'
import { captionsSvg, unsupportedCharacters } from './draw-captions.ts'

await handleThreadRequests<CaptionRequest, string[] | string>(async () => (question) => {
  if (question.kind === 'check') return unsupportedCharacters(question.captions)
  return captionsSvg(question.captions, question.size)
})
