import { expect, test } from 'vitest'
import { EMPTY_DOCUMENT } from './empty-document.ts'
import {
  captionsOf,
  EMPTY_STUDIO,
  isTouched,
  MARKS_MAX,
  newCaption,
  type StudioAction,
  type StudioState,
  studioReducer,
} from './studio-state.ts'

const box = { x: 0.1, y: 0.1, width: 0.8, height: 0.2 }
const run = (actions: StudioAction[], from: StudioState = EMPTY_STUDIO) => actions.reduce(studioReducer, from)
const texts = (state: StudioState) => captionsOf(state).map(({ text }) => text)
const two = run([
  {
    type: 'load',
    document: { ...EMPTY_DOCUMENT, layers: [newCaption('a', box, { text: 'A' }), newCaption('b', box, { text: 'B' })] },
  },
])

test('typing is one undo step, separate from moving', () => {
  const type = (text: string): StudioAction => ({ type: 'change', id: 'a', kind: 'text', change: { text } })
  const typed = run(
    [type('H'), type('He'), type('Hey'), { type: 'change', id: 'a', kind: 'place', change: { x: 0.5 } }],
    two,
  )
  expect(typed.layers[0]).toMatchObject({ text: 'Hey', x: 0.5 })
  const once = run([{ type: 'undo' }], typed)
  expect(once.layers[0]).toMatchObject({ text: 'Hey', x: 0.1 })
  expect(texts(run([{ type: 'undo' }], once))).toEqual(['A', 'B'])
  expect(run([{ type: 'undo' }, { type: 'redo' }, { type: 'redo' }], once).layers).toEqual(typed.layers)
})

test('a caption can be copied, stacked and deleted, and each can be undone', () => {
  const changed = run(
    [
      { type: 'duplicate', id: 'a', newId: 'c' },
      { type: 'move', id: 'c', by: -1 },
      { type: 'remove', id: 'b' },
    ],
    two,
  )
  expect(changed.layers.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(run([{ type: 'undo' }, { type: 'undo' }, { type: 'undo' }], changed).layers).toEqual(two.layers)
})

test('undo without history, stacking above the top and a missing caption change nothing', () => {
  for (const action of [
    { type: 'undo' },
    { type: 'redo' },
    { type: 'move', id: 'b', by: 1 },
    { type: 'remove', id: 'x' },
  ] as const)
    expect(run([action], two)).toBe(two)
})

test('limits captions to twenty', () => {
  const many = Array.from(
    { length: 30 },
    (_, index): StudioAction => ({
      type: 'add',
      layer: newCaption(`${index}`, box),
    }),
  )
  expect(run(many).layers).toHaveLength(20)
})

test('pen, blur, crop and bar can be undone', () => {
  const mark = { kind: 'pen', color: '#ff0000', size: 0.02, points: [0.1, 0.1, 0.2, 0.2] } as const
  const changed = run(
    [
      { type: 'mark', mark },
      { type: 'addBar', caption: newCaption('bar', box) },
      { type: 'frame', frame: { x: 0.1, y: -0.22, width: 0.8, height: 1.22 } },
      { type: 'frame', frame: { x: 0.2, y: -0.22, width: 0.7, height: 1.22 } },
      { type: 'finish' },
      { type: 'clearMarks' },
    ],
    two,
  )
  expect(changed.marks).toEqual([])
  expect(changed.frame.x).toBe(0.2)
  const undone = run([{ type: 'undo' }, { type: 'undo' }], changed)
  expect([undone.marks, undone.frame.x, undone.frame.y]).toEqual([[mark], 0, -0.22])
  expect(run([{ type: 'undo' }, { type: 'undo' }], undone)).toMatchObject({
    layers: two.layers,
    marks: [],
    frame: two.frame,
  })
})

test('aligns a caption to the visible crop', () => {
  const cropped = run([{ type: 'frame', frame: { x: 0.2, y: 0, width: 0.6, height: 0.5 } }], two)
  const place = (to: 'left' | 'right' | 'middle') => run([{ type: 'align', id: 'a', to }], cropped).layers[0]
  expect(place('left')?.x).toBeCloseTo(0.2)
  expect(place('right')?.x).toBeCloseTo(0)
  expect(place('middle')?.y).toBeCloseTo(0.15)
})

test('limits history, marks and bars', () => {
  const mark = { kind: 'blur', color: '', size: 0.1, points: [0, 0] } as const
  const marked = run(
    Array.from({ length: 300 }, (): StudioAction => ({ type: 'mark', mark })),
    two,
  )
  expect(marked.marks).toHaveLength(MARKS_MAX)
  const bars = Array.from(
    { length: 9 },
    (_, at): StudioAction => ({ type: 'addBar', caption: newCaption(`${at}`, box) }),
  )
  expect(run(bars, two).frame.y).toBeGreaterThan(-1)
  const steps = Array.from(
    { length: 3000 },
    (_, at): StudioAction => ({ type: 'change', id: 'a', kind: `${at}`, change: {} }),
  )
  expect(run(steps, two).past.length).toBeLessThanOrEqual(1000)
})

test('a fully undone document is saved, and an untouched one is not', () => {
  const changed = run([{ type: 'change', id: 'a', kind: 'text', change: { text: 'Oops' } }], two)
  expect([two, changed, run([{ type: 'undo' }], changed)].map(isTouched)).toEqual([false, true, true])
})
