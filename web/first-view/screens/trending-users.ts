import { readTimeFrame } from '#contract/memes/time-frames.ts'
import { answerTo, paintPage } from '../paint-page.ts'
import { paintTrending } from '../paint-trending.ts'

paintPage((root, view) => {
  if (answerTo(view, 'GET /users/trending'))
    paintTrending(root, readTimeFrame(new URLSearchParams(location.search).get('time')), null)
})
