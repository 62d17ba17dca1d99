import { cutShown } from '#contract/bounded.ts'
import type { Language } from '#contract/languages.ts'
import { CAPTION_TEXT_MAX_CHARS } from '#contract/limits.ts'
import type { CaptionBox, Template, TemplateDetail } from '#contract/templates/templates.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import { presentImage } from '../memes/lists/present-image.ts'
import type { KnownTemplates } from '../search/known-templates/known-templates.ts'
import type { TemplateMemeRow, TemplateRow } from './queries.ts'
import { captionBoxesOf, voteName } from './rules.ts'

const SUGGESTIONS_MAX = 8
const TAGS_MAX = 8

/** The known templates, and the language of the viewer. */
interface Naming {
  known: KnownTemplates
  language: Language
}

export function presentTemplate(
  row: TemplateRow,
  memes: readonly TemplateMemeRow[],
  { known, language }: Naming,
): Template {
  const vote = () => voteName(memes.map((meme) => ({ name: meme.name, creator: meme.user_id })))
  return {
    _id: row.id,
    name: row.name ?? known.nameOf(row.known_id, language) ?? vote(),
    counts: row.shown,
    firstSeenAt: row.created_at.toISOString(),
    image: presentImage(row),
    sensitive: row.sensitive,
  }
}

export function presentTemplateDetail(
  row: TemplateRow,
  memes: readonly TemplateMemeRow[],
  naming: Naming & { picture: string | undefined },
): TemplateDetail {
  const template = presentTemplate(row, memes, naming)
  const facts = naming.known.textsOf(row.known_id, template.name, naming.language)
  const texts = memes.map((meme) => meme.picture_text?.trim() ?? '').filter((text) => text !== '')
  return {
    ...template,
    picture: mediaPath(naming.picture ?? null),
    captionBoxes: captionBoxesOf(memes.map((meme) => meme.picture_words ?? [])).map((box) => ({
      ...box,
      ...withText(likedTextIn(box, memes)),
    })),
    suggestions: [...new Set(texts)].slice(0, SUGGESTIONS_MAX),
    tags: commonTags(memes.flatMap((meme) => meme.tags)),
    ...(facts ? { known: facts } : {}),
  }
}

function commonTags(tags: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, TAGS_MAX)
    .map(([tag]) => tag)
}

const withText = (text: string) => (text === '' ? {} : { text })

/** Returns the words in a box from the most liked meme that has any there. */
function likedTextIn(box: CaptionBox, memes: readonly TemplateMemeRow[]): string {
  for (const { picture_words } of memes) {
    const inside = (picture_words ?? []).filter(({ x, y, width, height }) => {
      const [middleX, middleY] = [x + width / 2, y + height / 2]
      return middleX >= box.x && middleX <= box.x + box.width && middleY >= box.y && middleY <= box.y + box.height
    })
    const text = inside.map((word) => word.text ?? '').join(' ')
    if (text !== '') return cutShown(text, CAPTION_TEXT_MAX_CHARS)
  }
  return ''
}
