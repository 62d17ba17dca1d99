import { expect, it, vi } from 'vitest'
import { showScreen } from '#test/web/screen.tsx'
import { EMPTY_STUDIO, newCaption } from '../studio-state.ts'
import { LayerPanel } from './layer-panel.tsx'

const box = { x: 0, y: 0, width: 1, height: 0.2 }
const layers = [newCaption('a', box), { ...newCaption('b', box), text: 'HELLO' }]
const assets = { fonts: new Map(), stickers: new Map(), emoji: new Map() }

it('counts the characters of every caption, and names every group of buttons', async () => {
  const state = { ...EMPTY_STUDIO, layers, selected: 'a' }
  const panel = <LayerPanel state={state} assets={assets} suggestionFor={() => undefined} dispatch={() => undefined} />
  await showScreen(panel, { texts: ['studio'] })
  await vi.waitFor(() => expect(document.body.textContent).toContain('0/500'))
  expect(document.body.textContent).toContain('5/500')
  const groups = [...document.querySelectorAll('legend')].map(({ textContent }) => textContent)
  expect(groups).toEqual(['Alignment', 'Arrange', 'Position'])
})
