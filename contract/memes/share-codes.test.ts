import { expect, test } from 'vitest'
import { bbCode, embedCode, markdownCode } from './share-codes.ts'

const meme = { _id: '0190', name: '[Oh] "no" <b>*', image: { width: 800, height: 400 } }
const SITE = 'https://memes.example'

test('embed code preserves the aspect ratio of the picture and escapes the name in attributes', () => {
  expect(embedCode(meme, SITE)).toBe(
    '<iframe src="https://memes.example/embed/0190" width="480" height="304" title="[Oh] &quot;no&quot; &lt;b&gt;*" style="border:0" loading="lazy"></iframe>',
  )
})

test('Markdown and BBCode show the picture and link to the meme', () => {
  expect(markdownCode(meme, SITE)).toBe(
    '[![\\[Oh\\] "no" \\<b\\>\\*](https://memes.example/meme/0190/share.jpg)](https://memes.example/meme/0190)',
  )
  expect(bbCode(meme, SITE)).toBe(
    '[url=https://memes.example/meme/0190][img]https://memes.example/meme/0190/share.jpg[/img][/url]',
  )
})

test('a sensitive meme is shared by name, without its picture', () => {
  expect(markdownCode({ ...meme, sensitive: true }, SITE)).not.toContain('share.jpg')
  expect(bbCode({ ...meme, sensitive: true }, SITE)).toBe('[url=https://memes.example/meme/0190]Oh "no" <b>*[/url]')
})
