import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Brush, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { hasRatio } from '#contract/templates/has-ratio.ts'
import type { Repair } from '#contract/templates/template-picture.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ListFailure } from '../../../ui/list-failure.tsx'
import looks from '../../../ui/looks.module.css'
import { Segmented } from '../../../ui/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { useMemeList } from '../../memes/data/meme-page.ts'
import { templateMemesQuery, templateQuery } from '../template-queries.ts'
import { PictureOptions } from './picture-options.tsx'
import { RepairCanvas } from './repair-canvas.tsx'
import styles from './repair-picture.module.css'
import { type RepairSource, useRepairs } from './use-repairs.ts'

const SIZE = { first: 0.06, min: 0.01, max: 0.3, step: 0.01 }

/** For moderators: paints over traces of captions in a template's picture. */
export function RepairPicture({ template }: { template: TemplateDetail }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { picture } = template
  if (picture === null) return null
  return (
    <>
      <Button variant="secondary" size="sm" icon={<Brush size={18} />} onClick={() => setOpen(true)}>
        {t('templates.repair.open')}
      </Button>
      {isOpen && <RepairDialog key={picture} id={template._id} picture={picture} onClose={() => setOpen(false)} />}
    </>
  )
}

function RepairDialog({ id, picture, onClose }: { id: string; picture: string; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [size, setSize] = useState(SIZE.first)
  const [from, setFrom] = useState<'around' | 'meme'>('around')
  const [meme, setMeme] = useState<RepairSource | null>(null)
  const { pixels, error, repairs, canPaint, add, undo } = useRepairs(picture, from === 'meme' ? meme : null)
  const save = useMutation({
    mutationFn: async (body: { repairs: Repair[]; startOver: boolean }) =>
      (await api('PUT /template/{id}/picture', { params: { id }, body })).data,
    onSuccess: (repaired, { startOver }) => {
      onClose()
      client.setQueryData(templateQuery(id).queryKey, repaired)
      void client.invalidateQueries({ queryKey: ['template', id, 'picture'] })
      toast.success(t(startOver ? 'templates.repair.startedOver' : 'templates.repair.saved'))
    },
    onError: (problem) => toast.error(problem),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('templates.repair.open')}
      description={t('templates.repair.hint')}
      size="lg"
      footer={
        pixels &&
        !error && (
          <>
            <Button
              variant="secondary"
              className={styles.startOver ?? ''}
              disabled={save.isPending}
              onClick={() => save.mutate({ repairs: [], startOver: true })}
            >
              {t('templates.repair.startOver')}
            </Button>
            <Button
              loading={save.isPending}
              disabled={repairs.length === 0}
              onClick={() => save.mutate({ repairs: [...repairs], startOver: false })}
            >
              {t('templates.repair.save')}
            </Button>
          </>
        )
      }
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
        event.preventDefault()
        undo()
      }}
    >
      {error ? (
        <ErrorState error={error} title={t('templates.repair.notLoaded')} />
      ) : pixels ? (
        <div className={looks.stack4}>
          <RepairCanvas
            pixels={pixels}
            version={repairs.length}
            size={size}
            disabled={!canPaint || (from === 'meme' && !meme)}
            onStroke={(points) => add({ points, size })}
          />
          <div className={styles.tools}>
            <Segmented
              label={t('templates.repair.from')}
              showLabel
              options={[
                { value: 'around', label: t('templates.repair.around') },
                { value: 'meme', label: t('templates.repair.meme') },
              ]}
              value={from}
              onChange={setFrom}
            />
            <label className={styles.size}>
              <span className={looks.label}>{t('templates.repair.size')}</span>
              <input
                type="range"
                min={SIZE.min}
                max={SIZE.max}
                step={SIZE.step}
                value={size}
                onChange={(event) => setSize(Number(event.target.value))}
              />
            </label>
            <Button variant="secondary" icon={<Undo2 size={18} />} disabled={repairs.length === 0} onClick={undo}>
              {t('templates.repair.undo')}
            </Button>
          </div>
          {from === 'meme' && <Memes id={id} ratio={pixels.width / pixels.height} chosen={meme} onChoose={setMeme} />}
        </div>
      ) : (
        <Skeleton height="20rem" />
      )}
    </Dialog>
  )
}

interface MemesProps {
  id: string
  ratio: number
  chosen: RepairSource | null
  onChoose: (meme: RepairSource) => void
}

function Memes({ id, ratio, chosen, onChoose }: MemesProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(templateMemesQuery(id, 'popular'))
  const { memes } = useMemeList(query)
  if (query.isError && !query.data) return <ListFailure query={query} />
  if (!query.data) return <Skeleton height="8rem" />
  const fitting = memes.filter(({ image, sensitive }) => !sensitive && hasRatio(image, ratio))
  return (
    <PictureOptions
      label={t('templates.repair.memes')}
      kind="radio"
      options={fitting.map(({ _id, name, image, sensitive }) => ({ id: _id, name, image, sensitive }))}
      chosen={new Set(chosen ? [chosen.id] : [])}
      onToggle={(memeId) => {
        const one = fitting.find(({ _id }) => _id === memeId)
        if (one) onChoose({ id: one._id, url: one.image.imageMedium })
      }}
    />
  )
}
