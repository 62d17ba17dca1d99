import type { Template } from '#contract/templates/templates.ts'
import { paths } from '../lib/paths.ts'
import { firstText } from './viewer.ts'

/** As features/templates/template-card.tsx shows them. */
export const templateCards = (templates: readonly Template[], hrefOf = ({ _id }: Template) => paths.template(_id)) =>
  templates.map((template) => ({
    href: hrefOf(template),
    image: template.image,
    isCovered: template.sensitive,
    name: template.name || firstText('templates.unnamed'),
    note: firstText('templates.count', { count: template.counts.all }),
  }))
