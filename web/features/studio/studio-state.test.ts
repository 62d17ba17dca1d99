import { expect, test } from 'vitest'
import { EMPTY_STUDIO, newCaption, type StudioAction, type StudioState, studioReducer } from './studio-state.ts'

const box = { x: 0.1, y: 0.1, width: 0.8, height: 0.2 }
const run = (actions: StudioAction[], from: StudioState = EMPTY_STUDIO) => actions.reduce(studioReducer, from)
const texts = (state: StudioState) => state.captions.map(({ text }) => text)
const two = run([{ type: 'load', captions: [newCaption('a', box, 'A'), newCaption('b', box, 'B')] }])

test('typing is undone as a whole, and moving by itself', () => {
  const type = (text: string): StudioAction => ({ type: 'change', id: 'a', kind: 'text', change: { text } })
  const typed = run(
    [type('H'), type('He'), type('Hey'), { type: 'change', id: 'a', kind: 'place', change: { x: 0.5 } }],
    two,
  )
  expect(typed.captions[0]).toMatchObject({ text: 'Hey', x: 0.5 })
  const once = run([{ type: 'undo' }], typed)
  expect(once.captions[0]).toMatchObject({ text: 'Hey', x: 0.1 })
  expect(texts(run([{ type: 'undo' }], once))).toEqual(['A', 'B'])
  expect(run([{ type: 'undo' }, { type: 'redo' }, { type: 'redo' }], once).captions).toEqual(typed.captions)
})

test('a caption is copied, stacked and deleted, and all of it undone', () => {
  const changed = run(
    [
      { type: 'duplicate', id: 'a', newId: 'c' },
      { type: 'move', id: 'c', by: -1 },
      { type: 'remove', id: 'b' },
    ],
    two,
  )
  expect(changed.captions.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(run([{ type: 'undo' }, { type: 'undo' }, { type: 'undo' }], changed).captions).toEqual(two.captions)
})

test('nothing happens at the ends: undo without a past, stacking above the top, a caption that is gone', () => {
  for (const action of [
    { type: 'undo' },
    { type: 'redo' },
    { type: 'move', id: 'b', by: 1 },
    { type: 'remove', id: 'x' },
  ] as const)
    expect(run([action], two)).toBe(two)
})

test('twenty captions are the most', () => {
  const many = Array.from(
    { length: 30 },
    (_, index): StudioAction => ({
      type: 'add',
      caption: newCaption(`${index}`, box),
    }),
  )
  expect(run(many).captions).toHaveLength(20)
})
