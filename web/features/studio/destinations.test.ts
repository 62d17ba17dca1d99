import { expect, it } from 'vitest'
import { type Destination, outputFor } from './destinations.ts'

it.each<[Destination, number, number, canvas: string, area: string]>([
  ['original', 640, 480, '640x480', '0,0 640x480'],
  ['chat', 640, 480, '640x480', '0,0 640x480'],
  ['chat', 2048, 1024, '1280x640', '0,0 1280x640'],
  ['post', 640, 480, '1080x810', '0,0 1080x810'],
  // A comic strip and a banner get a margin instead of being cropped.
  ['post', 400, 1000, '1080x1350', '270,0 540x1350'],
  ['post', 2000, 400, '1080x566', '0,175 1080x216'],
  ['story', 640, 480, '1080x1920', '0,555 1080x810'],
  ['story', 300, 2000, '1080x1920', '396,0 288x1920'],
  ['story', 4000, 1, '1080x1920', '0,960 1080x1'],
])('for %s, a picture of %i × %i is %s with the picture at %s', (destination, width, height, canvas, area) => {
  const output = outputFor(destination, { width, height })
  expect(`${output.canvas.width}x${output.canvas.height}`).toBe(canvas)
  const { x, y, ...size } = output.area
  expect(`${x},${y} ${size.width}x${size.height}`).toBe(area)
})
