import { readTimeFrame } from '#contract/memes/time-frames.ts'
import { answerTo, paintPage } from '../paint-page.ts'
import { paintTrending } from '../paint-trending.ts'

paintPage((root, view) => {
  const answer = answerTo(view, 'GET /trending-memes')
  if (answer) paintTrending(root, readTimeFrame(new URLSearchParams(location.search).get('time')), answer.data)
})
