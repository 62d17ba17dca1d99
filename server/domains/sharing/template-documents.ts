import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { PAGES } from '#contract/pages.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import type { PageDocument } from '#server/web-pages/page-document.ts'
import { firstPicture, listMarkup } from './documents.ts'
import { templatePath } from './meme-facts.ts'
import { renderHead } from './page-head.ts'
import { breadcrumbs, memeList } from './structured-data.ts'

export function templateDocument(
  template: TemplateDetail,
  memes: Meme[],
  language: Language,
  publicUrl: string,
): PageDocument {
  const t = textsOf('sharing', language)
  const path = templatePath(template._id)
  const title = template.name ? t('template', { name: template.name }) : t('unnamedTemplate')
  const steps = [
    { name: t('templates'), path: PAGES.templates },
    { name: title, path },
  ]
  return {
    head: renderHead(
      {
        language,
        title,
        description: t('templateAbout', { count: template.counts.all }),
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
  const t = textsOf('sharing', language)
  const [title, path] = [t('templates'), PAGES.templates]
  const structured = [breadcrumbs([{ name: title, path }], language, publicUrl)]
  return {
    head: renderHead(
      { language, title, description: t('templatesAbout'), path, type: 'website', structured },
      publicUrl,
    ),
  }
}
