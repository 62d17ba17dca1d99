import { useQuery } from '@tanstack/react-query'
import { Layers2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { paths } from '../../../lib/paths.ts'
import { TagButtons } from '../tag-completion/tag-buttons.tsx'
import { shrinkFile } from './shrink-file.ts'
import styles from './template-hint.module.css'

interface TemplateHintProps {
  file: File
  /** The template used in the studio, if any. */
  template: string | undefined
  text: string
  onTag: (text: string) => void
}

/** Names the template that a chosen picture resembles, and suggests its tag, if it is well known, and its memes' tags. */
export function TemplateHint({ file, template, text, onTag }: TemplateHintProps) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['template of', template ?? `${file.name} ${file.size} ${file.lastModified}`],
    // Uploading works without this hint.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      if (template) return (await api('GET /template/{id}', { params: { id: template }, signal })).data
      const form = new FormData()
      form.set('image', await shrinkFile(file))
      return (await api('POST /template/match', { form, signal })).data
    },
  })
  const used = new Set(text.toLowerCase().match(/#[\p{L}\p{M}\p{N}_]+/gu))
  const suggested = new Set([...(data?.known ? [data.known.tag] : []), ...(data?.tags ?? [])])
  const tags = [...suggested].filter((tag) => !used.has(`#${tag}`))
  const add = (tag: string) => onTag(`${text.trimEnd()}${text.trim() === '' ? '' : ' '}#${tag} `)
  return (
    <div role="status" className={styles.hint}>
      {data && (
        <>
          <p className={styles.text}>
            <Layers2 size={18} aria-hidden="true" />
            <span>
              {t('upload.looksLike')}{' '}
              <Link to={paths.template(data._id)} target="_blank">
                {data.name || t('upload.unnamedTemplate')}
              </Link>
            </span>
          </p>
          <TagButtons label={t('upload.templateTags')} tags={tags} onTag={add} />
        </>
      )}
    </div>
  )
}
