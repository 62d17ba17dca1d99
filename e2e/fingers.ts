import type { CDPSession } from '@playwright/test'

export interface Point {
  x: number
  y: number
}

/** Drags one finger between two points, in steps as a screen reports them. */
export async function dragFinger(session: CDPSession, from: Point, to: Point): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= 6; step += 1) {
    const at = { x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 }
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Moves two fingers apart, on both sides of a point. */
export async function spreadFingers(
  session: CDPSession,
  middle: Point,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const fingers = (apart: number) => [
    { x: middle.x - apart, y: middle.y, id: 1 },
    { x: middle.x + apart, y: middle.y, id: 2 },
  ]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from).slice(0, 1) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) })
  for (let step = 1; step <= 6; step += 1) {
    const apart = from + ((to - from) * step) / 6
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
