import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { PAGES } from '#contract/pages.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import type { PageDocument } from '#server/web-pages/page-document.ts'
import { firstPicture, listMarkup } from './documents.ts'
import { templatePath } from './meme-facts.ts'
import { renderHead } from './page-head.ts'
import { breadcrumbs, memeList } from './structured-data.ts'
import { sharingTexts } from './texts.ts'

export function templateDocument(
  template: TemplateDetail,
  memes: Meme[],
  language: Language,
  publicUrl: string,
): PageDocument {
  const texts = sharingTexts(language)
  const path = templatePath(template._id)
  const title = texts.template(template.name)
  const steps = [
    { name: texts.templates, path: PAGES.templates },
    { name: title, path },
  ]
  return {
    head: renderHead(
      {
        language,
        title,
        description: texts.templateAbout(template.counts.all),
        path,
        type: 'website',
        pictures: firstPicture(memes),
        structured: [memeList(title, path, memes, publicUrl), breadcrumbs(steps, language, publicUrl)],
      },
      publicUrl,
    ),
    noscript: listMarkup(title, memes, language),
  }
}

export function templatesDocument(language: Language, publicUrl: string): PageDocument {
  const texts = sharingTexts(language)
  const [title, path] = [texts.templates, PAGES.templates]
  const structured = [breadcrumbs([{ name: title, path }], language, publicUrl)]
  return {
    head: renderHead(
      { language, title, description: texts.templatesAbout, path, type: 'website', structured },
      publicUrl,
    ),
  }
}
