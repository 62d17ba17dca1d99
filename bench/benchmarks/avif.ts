// AVIF beside the WebP that uploads get: `npm run bench -- avif [PICTURES] [EFFORT]`. Each still demo picture gets its small and medium WebP
// from the product, and an AVIF of the same size at the lowest quality that looks at least as much like the shrunk picture: by SSIM
// of brightness in windows of 8 × 8 pixels, 0.99 being enough beside a lossless WebP. Prints bytes and processor time.
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { preparePicture } from '#server/adapters/images/prepare-picture.ts'
import { sharp } from '#server/adapters/images/sharp-engine.ts'
import { receivePicture } from '#server/adapters/images/staging.ts'
import { figure, heading, row } from '../helpers/report.ts'

const PICTURES = Number(process.argv[3] ?? 40)
const EFFORT = Number(process.argv[4] ?? 4)
const FOLDER = path.join(import.meta.dirname, '../../demo/files')
const QUALITIES = [35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90]
const ENOUGH = 0.99
const WINDOW = 8
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]

interface Grey {
  pixels: Buffer
  width: number
  height: number
}

async function greyOf(picture: string | Buffer, width?: number): Promise<Grey> {
  const { data, info } = await sharp(picture)
    .resize({ ...(width && { width }), withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** 1 for equal pictures; the mean over all whole windows. */
function ssim(one: Grey, other: Grey): number {
  let sum = 0
  let windows = 0
  for (let top = 0; top + WINDOW <= one.height; top += WINDOW) {
    for (let left = 0; left + WINDOW <= one.width; left += WINDOW) {
      sum += windowSsim(one, other, top * one.width + left)
      windows += 1
    }
  }
  return sum / windows
}

function windowSsim({ pixels: a, width }: Grey, { pixels: b }: Grey, start: number): number {
  const count = WINDOW * WINDOW
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let row = 0; row < WINDOW; row += 1) {
    for (let at = start + row * width; at < start + row * width + WINDOW; at += 1) {
      const [x, y] = [a[at] ?? 0, b[at] ?? 0]
      sumA += x
      sumB += y
      squaresA += x * x
      squaresB += y * y
      products += x * y
    }
  }
  const [meanA, meanB] = [sumA / count, sumB / count]
  const variances = squaresA / count - meanA ** 2 + squaresB / count - meanB ** 2
  const covariance = products / count - meanA * meanB
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (variances + C2))
}

/** Milliseconds of processor time that the work takes, all threads of the process together. */
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return [result, (user + system) / 1000]
}

/** The smallest AVIF that looks as good as asked; null if none does. */
async function findAvif(source: string, reference: Grey, floor: number) {
  for (const quality of QUALITIES) {
    const [avif, ms] = await timed(() =>
      sharp(source)
        .resize({ width: reference.width, withoutEnlargement: true })
        .avif({ quality, effort: EFFORT })
        .toBuffer(),
    )
    if (ssim(reference, await greyOf(avif)) >= floor) return { bytes: avif.length, ms, quality }
  }
  return null
}

const stagingDir = await mkdtemp(path.join(tmpdir(), 'avif-'))
const totals = {
  small: { pictures: 0, webp: 0, avif: 0, smaller: 0, none: 0, ms: 0 },
  medium: { pictures: 0, webp: 0, avif: 0, smaller: 0, none: 0, ms: 0 },
}
let uploadMs = 0
try {
  for (const name of (await readdir(FOLDER)).filter((each) => !each.startsWith('avatar-')).slice(0, PICTURES)) {
    const file = path.join(FOLDER, name)
    if (((await sharp(file).metadata()).pages ?? 1) > 1) continue
    const staged = await receivePicture(createReadStream(file), { stagingDir, maxBytes: PICTURE_MAX_BYTES })
    const [prepared, ms] = await timed(() => preparePicture(staged, { stagingDir, owner: 'bench' }))
    uploadMs += ms
    for (const size of ['small', 'medium'] as const) {
      const { path: webp } = prepared.files[size]
      const { width } = await sharp(webp).metadata()
      const reference = await greyOf(file, width)
      const floor = Math.min(ENOUGH, ssim(reference, await greyOf(webp)))
      const total = totals[size]
      const { size: bytes } = await stat(webp)
      const found = await findAvif(file, reference, floor)
      total.pictures += 1
      total.webp += bytes
      total.avif += Math.min(bytes, found?.bytes ?? bytes)
      total.smaller += found && found.bytes < bytes ? 1 : 0
      total.none += found ? 0 : 1
      total.ms += found?.ms ?? 0
    }
  }
  heading(`effort ${EFFORT}`)
  for (const [size, { pictures, webp, avif, smaller, none, ms }] of Object.entries(totals))
    row(
      [
        'Size',
        'Pictures',
        'WebP',
        'With AVIF where smaller',
        'Ratio',
        'Smaller for',
        'None as good for',
        'Processor of one AVIF',
      ],
      [
        size,
        pictures,
        `${(webp / 1000).toFixed(0)} kB`,
        `${(avif / 1000).toFixed(0)} kB`,
        (avif / webp).toFixed(2),
        smaller,
        none,
        `${(ms / (pictures - none)).toFixed(0)} ms`,
      ],
    )
  figure(
    'processor of preparing a picture, all three WebP files',
    `${(uploadMs / totals.small.pictures).toFixed(0)} ms`,
  )
} finally {
  await rm(stagingDir, { recursive: true })
}
