import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ListFailure } from '../../../ui/list-failure.tsx'
import looks from '../../../ui/looks.module.css'
import { SearchField } from '../../../ui/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { forgetTemplates, templatesQuery } from '../template-queries.ts'
import { PictureOptions } from './picture-options.tsx'

/** For moderators: moves the memes of another template to this one. */
export function MergeTemplates({ template }: { template: TemplateDetail }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" icon={<Merge size={18} />} onClick={() => setOpen(true)}>
        {t('templates.merge')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('templates.merge')}
        description={t('templates.mergeHint')}
        size="lg"
      >
        {isOpen && <Choice template={template} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function Choice({ template, onDone }: { template: TemplateDetail; onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const merge = useMutation({
    mutationFn: async (templateId: string) =>
      (await api('POST /template/{id}/merge', { params: { id: template._id }, body: { templateId } })).data,
    onSuccess: () => {
      onDone()
      forgetTemplates(client)
      toast.success(t('templates.mergeDone'))
    },
    onError: (error) => toast.error(error),
  })
  return (
    <div className={looks.stack4}>
      <SearchField label={t('templates.search')} text={q} onChange={setQ} />
      <Found q={q} without={template._id} chosen={chosen} onChoose={setChosen} />
      <Button wide loading={merge.isPending} disabled={!chosen} onClick={() => chosen && merge.mutate(chosen)}>
        {t('templates.mergeThem')}
      </Button>
    </div>
  )
}

interface FoundProps {
  q: string
  without: string
  chosen: string | null
  onChoose: (id: string) => void
}

function Found({ q, without, chosen, onChoose }: FoundProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(templatesQuery('all', q))
  const { data } = query
  if (query.isError) return <ListFailure query={query} />
  if (!data) return <Skeleton height="12rem" />
  const others = (data.pages[0]?.templates ?? []).filter(({ _id }) => _id !== without)
  if (others.length === 0) return <p>{t(q ? 'templates.none' : 'templates.empty', { text: q })}</p>
  return (
    <PictureOptions
      label={t('templates.mergeWith')}
      kind="radio"
      options={others.map(({ _id, name, image, sensitive }) => ({
        id: _id,
        name: name || t('templates.unnamed'),
        image,
        sensitive,
      }))}
      chosen={new Set(chosen === null ? [] : [chosen])}
      onToggle={onChoose}
    />
  )
}
