import sharp from 'sharp'
import type { Portrait } from './content/users.ts'
import { fill, halftone } from './drawing/backdrops.ts'
import { catHead } from './drawing/cat.ts'
import { PALETTES } from './drawing/color.ts'
import { capybara, duck, frogHead, goose } from './drawing/critters.ts'
import { dogHead } from './drawing/dog.ts'
import { type DrawnWord, findDrawnWords } from './drawing/drawn-words.ts'
import { releaseFonts } from './drawing/fonts.ts'
import { person } from './drawing/person.ts'
import { noodleBowl, plant } from './drawing/plants.ts'
import { type Drawing, renderDrawing } from './drawing/render.ts'
import { robot } from './drawing/robot.ts'
import { inked, place } from './drawing/shapes.ts'
import { el, svgDocument } from './drawing/svg.ts'
import type { DemoMeme, DemoUser } from './plan.ts'
import { TEMPLATES } from './templates/registry.ts'

const AVATAR_PX = 512

/** The drawing of a meme before it becomes pixels. */
export function sketchMeme(meme: Pick<DemoMeme, 'template' | 'captions' | 'slug'>): Drawing {
  return TEMPLATES[meme.template].draw(meme.captions, meme.slug)
}

/**
 * Draws one meme in about 0.1 to 1 s of CPU time; deterministic on one machine.
 * @returns the encoded picture (PNG, JPEG, WebP or GIF, 800 to 1220 px wide), a file name with the right extension, and the
 *   words in it
 * @throws Error when a caption does not fit or a letter is missing from the fonts
 */
export async function drawMeme(meme: DemoMeme): Promise<{ bytes: Buffer; fileName: string; words: DrawnWord[] }> {
  const drawing = sketchMeme(meme)
  return { bytes: await renderDrawing(drawing), fileName: pictureFile(meme, drawing), words: findDrawnWords(drawing) }
}

export function pictureFile({ slug }: Pick<DemoMeme, 'slug'>, { format }: Pick<Drawing, 'format'>): string {
  return `${slug}.${format === 'jpeg' ? 'jpg' : format}`
}

function sitter(portrait: Portrait): string {
  const { mood } = portrait
  const at = (x: number, y: number, scale: number, draw: () => string) => place({ x, y, scale }, draw)
  switch (portrait.kind) {
    case 'cat':
      return at(256, 290, 1.5, () => catHead(mood, portrait.coat))
    case 'dog':
      return at(256, 300, 1.5, () => dogHead(mood, portrait.breed))
    case 'person':
      return at(256, 560, 1.08, () => person({ mood, ...portrait.look }))
    case 'frog':
      return at(256, 310, 1.45, () => frogHead(mood))
    case 'duck':
      return at(296, 560, 1.22, () => duck(mood))
    case 'capybara':
      return at(256, 520, 1.3, () => capybara(mood))
    case 'goose':
      return at(400, 720, 1.3, () => goose(mood, 'open'))
    case 'robot':
      return at(256, 640, 1.08, () => robot(mood, '#c3cede'))
    case 'plant':
      return at(256, 470, 1.22, () => plant(mood, 1))
    case 'noodles':
      return at(236, 440, 1.08, () => noodleBowl(mood))
  }
}

/** Draws a member's avatar: a square PNG of 512 px. */
export async function drawAvatar(user: DemoUser): Promise<Buffer> {
  const palette = PALETTES[user.portrait.palette]
  const svg = svgDocument(
    AVATAR_PX,
    AVATAR_PX,
    inked(
      fill(AVATAR_PX, AVATAR_PX, palette.wall),
      el('circle', { cx: 256, cy: 250, r: 206, fill: palette.mate, stroke: 'none' }),
      halftone(0, 240, AVATAR_PX, 272, palette.deep, 0.2, 24),
      sitter(user.portrait),
    ),
  )
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 128 }).toBuffer()
}

/** Frees the parsed fonts. Drawing again reloads them. */
export function releaseDrawing(): void {
  releaseFonts()
}
