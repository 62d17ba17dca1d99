import type { Template, TemplateDetail } from '#contract/templates.ts'
import { presentImage } from '../memes/present.ts'
import type { TemplateMemeRow, TemplateRow } from './queries.ts'
import { captionBoxesOf, voteName } from './rules.ts'

const SUGGESTIONS_MAX = 8
const TAGS_MAX = 8

export function presentTemplate(row: TemplateRow, memes: readonly TemplateMemeRow[]): Template {
  return {
    _id: row.id,
    name: row.name ?? voteName(memes.map((meme) => ({ name: meme.name, creator: meme.user_id }))),
    counts: { day: row.day_count, week: row.week_count, all: row.meme_count },
    firstSeenAt: row.created_at.toISOString(),
    image: presentImage(row),
  }
}

export function presentTemplateDetail(row: TemplateRow, memes: readonly TemplateMemeRow[]): TemplateDetail {
  const texts = memes.map((meme) => meme.picture_text?.trim() ?? '').filter((text) => text !== '')
  return {
    ...presentTemplate(row, memes),
    captionBoxes: captionBoxesOf(memes.map((meme) => meme.picture_words ?? [])),
    suggestions: [...new Set(texts)].slice(0, SUGGESTIONS_MAX),
    tags: commonTags(memes.flatMap((meme) => meme.tags)),
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
