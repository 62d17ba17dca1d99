import { handleThreadRequests } from '../../threads/handle-thread-requests.ts'
import { encodeWithin } from './encode-animation.ts'
import type { AnimationRequest } from './make-animation.ts'
import { shrinkFrames } from './shrink-frames.ts'

await handleThreadRequests<AnimationRequest, Uint8Array>(
  async () =>
    ({ bytes, delays, ...request }) =>
      // A copy, because a message contains the whole memory of a view.
      new Uint8Array(encodeWithin({ pixels: shrinkFrames(request), ...request.size, delays }, bytes)),
)
