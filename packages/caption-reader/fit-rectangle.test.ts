import { describe, expect, test } from 'vitest'
import { fitRectangle } from './fit-rectangle.ts'

type Point = [number, number]
const turned = (points: Point[], angle: number): Point[] =>
  points.map(([x, y]) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)])

describe('fitRectangle', () => {
  const box: Point[] = [
    [-50, -10],
    [50, -10],
    [50, 10],
    [-50, 10],
    [3, 4],
  ]
  test.each([0, 0.2, -0.4])('finds the direction of the points: %f', (angle) => {
    const fitted = fitRectangle(turned(box, angle))
    expect(fitted.angle).toBeCloseTo(angle)
    expect([fitted.width, fitted.height]).toEqual([expect.closeTo(100), expect.closeTo(20)])
    expect([fitted.x, fitted.y]).toEqual([expect.closeTo(0), expect.closeTo(0)])
  })

  test('returns no size for one point', () => {
    expect(fitRectangle([[3, 4]])).toMatchObject({ x: 3, y: 4, width: 0, height: 0 })
  })
})
