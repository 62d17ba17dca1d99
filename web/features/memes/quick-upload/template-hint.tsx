import { useQuery } from '@tanstack/react-query'
import { Layers2 } from 'lucide-react'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { Link } from '../../../lib/router.tsx'
import { SuggestedTags } from '../tag-completion/suggested-tags.tsx'
import { withTag } from '../tag-completion/typed-tag.ts'
import { shrinkFile } from './shrink-file.ts'
import styles from './template-hint.module.css'

interface TemplateHintProps {
  file: File
  /** The template used in the studio, if any. */
  template: string | undefined
  /** The name and captions of the new meme. */
  texts: readonly string[]
  description: string
  onTag: (description: string) => void
}

/** Names the template that a chosen picture resembles, and suggests tags for the new meme. */
export function TemplateHint({ file, template, texts, description, onTag }: TemplateHintProps) {
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
  const ofTemplate = useMemo(
    () => [...new Set([...(data?.known ? [data.known.tag] : []), ...(data?.tags ?? [])])],
    [data],
  )
  return (
    <>
      <div role="status" className={styles.hint}>
        {data && (
          <p className={styles.text}>
            <Layers2 size={18} aria-hidden="true" />
            <span>
              {t('upload.looksLike')}{' '}
              <Link to={paths.template(data._id)} target="_blank">
                {data.name || t('upload.unnamedTemplate')}
              </Link>
            </span>
          </p>
        )}
      </div>
      <SuggestedTags
        texts={texts}
        ofTemplate={ofTemplate}
        description={description}
        onTag={(tag) => onTag(withTag(description, tag))}
      />
    </>
  )
}
