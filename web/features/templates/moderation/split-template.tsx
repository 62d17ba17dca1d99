import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Split } from 'lucide-react'
import { useState } from 'react'
import { SPLIT_MEMES_MAX } from '#contract/limits.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useNavigate } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ListEnd } from '../../../ui/list-end.tsx'
import { ListFailure } from '../../../ui/list-failure.tsx'
import looks from '../../../ui/looks.module.css'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useMemeList } from '../../memes/data/meme-page.ts'
import { forgetTemplates, templateMemesQuery } from '../template-queries.ts'
import { PictureOptions } from './picture-options.tsx'

/** For moderators: moves some memes of a template to a new template. */
export function SplitTemplate({ template }: { template: TemplateDetail }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" icon={<Split size={18} />} onClick={() => setOpen(true)}>
        {t('templates.split')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('templates.split')}
        description={t('templates.splitHint')}
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
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const memes = useInfiniteQuery(templateMemesQuery(template._id, 'newest'))
  const options = useMemeList(memes).memes
  const split = useMutation({
    mutationFn: async () =>
      (await api('POST /template/{id}/split', { params: { id: template._id }, body: { memeIds: [...chosen] } })).data,
    onSuccess: async (created) => {
      onDone()
      await navigate(paths.template(created._id))
      forgetTemplates(client)
      toast.success(t('templates.splitDone'))
    },
    onError: (error) => toast.error(error),
  })
  if (memes.isError && !memes.data) return <ListFailure query={memes} />
  if (!memes.data) return <Skeleton height="12rem" />
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id) && next.size < SPLIT_MEMES_MAX) next.add(id)
    setChosen(next)
  }
  return (
    <div className={looks.stack4}>
      <PictureOptions
        label={t('templates.splitMemes')}
        kind="checkbox"
        options={options.map(({ _id, name, image, sensitive }) => ({ id: _id, name, image, sensitive }))}
        chosen={chosen}
        onToggle={toggle}
      />
      <ListEnd query={memes} more={t('templates.more')} />
      <Button wide loading={split.isPending} disabled={chosen.size === 0} onClick={() => split.mutate()}>
        {t('templates.splitMove', { count: chosen.size })}
      </Button>
    </div>
  )
}
