import { expect, test } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { BottomBar } from './bottom-bar.tsx'

test.each([
  ['/', 'Home'],
  ['/?view=1', 'Home'],
  ['/?search=cat', 'Search'],
  ['/?search=', 'Home'],
  ['/my-meme', 'My memes'],
])('at %s, the current tab is %s', async (path, tab) => {
  await showScreen(<BottomBar />, { path })
  expect([...document.querySelectorAll('[aria-current="page"]')].map(({ textContent }) => textContent)).toEqual([tab])
})
