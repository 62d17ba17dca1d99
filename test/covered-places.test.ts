import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('../web/', import.meta.url))

/** Patterns of code that shows a meme's stored picture, and of code that checks whether it may. */
const SHOWS = /\bimage(?:Small|Medium|Origin)\b|<Thumbnail\b/
const ASKS = /\buseIsCovered\b|\bcovered\b/

/** Files without the check, with the reason. */
const OTHERS: Record<string, string> = {
  'features/actions/copy-picture.ts': 'the reader copies it',
  'features/actions/meme-actions.tsx': 'the reader downloads it',
  'features/actions/offer-animation.ts': 'the reader downloads it',
  'features/actions/share-targets.ts': 'the reader shares it',
  'features/memes/owner/edit-meme-dialog.tsx': 'the reader’s own',
  'features/memes/picture/thumbnail.tsx': 'its places ask',
  'features/memes/tile/tile-picture.tsx': 'tile.tsx asks',
  'features/moderation/desk-item.tsx': 'a moderator decides about it',
  'features/moderation/words-dialog.tsx': 'a moderator reads its words',
  'features/moderation/words-list.tsx': 'a moderator reads its words',
  'features/notifications/notifications-screen.tsx': 'a sensitive one is left out',
  'features/studio/load-source.ts': 'the reader makes something of it',
  'features/studio/panel/sticker-picker.tsx': 'the reader puts it on a picture',
  'features/studio/published-meme.tsx': 'the reader’s own',
  'features/templates/moderation/repair-picture.tsx': 'a moderator chooses what fills a spot',
  'first-view/paint-cards.ts': 'its screens ask',
  'first-view/screens/template.ts': 'a sensitive one is left out',
  'service-worker/service-worker.ts': 'fetched for later, shown by others',
}

test('every place that shows a meme’s picture checks whether it is covered', async () => {
  const found: string[] = []
  for (const name of await readdir(WEB, { recursive: true })) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue
    const text = await readFile(path.join(WEB, name), 'utf8')
    if (SHOWS.test(text) && !ASKS.test(text)) found.push(name)
  }
  expect(found.toSorted()).toEqual(Object.keys(OTHERS).toSorted())
})
