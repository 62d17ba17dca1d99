import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { lengthOf } from '#contract/bounded.ts'
import { MEME_NAME_MAX_CHARS } from '#contract/limits.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { api } from '../../../lib/api.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import looks from '../../../ui/looks.module.css'
import { CharCount } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { templateQuery } from '../template-queries.ts'

/** For moderators: sets a template's name, or reverts to the name derived from its memes. */
export function RenameTemplate({ template }: { template: TemplateDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const rename = useMutation({
    mutationFn: async (wanted: string) =>
      (await api('PATCH /template/{id}', { params: { id: template._id }, body: { name: wanted } })).data,
    onSuccess: (renamed) => {
      client.setQueryData(templateQuery(template._id).queryKey, renamed)
      void client.invalidateQueries({ queryKey: ['templates'] })
      setName(null)
    },
    onError: (error) => toast.error(error),
  })
  const typed = name ?? ''
  const isTooLong = [...typed.trim()].length > MEME_NAME_MAX_CHARS
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTooLong) rename.mutate(typed.trim())
  }
  return (
    <>
      <Button variant="secondary" size="sm" icon={<Pencil size={18} />} onClick={() => setName(template.name)}>
        {t('templates.rename')}
      </Button>
      <Dialog
        open={name !== null}
        onOpenChange={(open) => !open && setName(null)}
        title={t('templates.rename')}
        description={t('templates.renameHint')}
        size="sm"
      >
        <form className={looks.stack4} onSubmit={submit} noValidate>
          <TextField
            label={t('templates.name')}
            value={typed}
            autoComplete="off"
            error={isTooLong ? t('upload.nameTooLong', { max: MEME_NAME_MAX_CHARS }) : undefined}
            aside={<CharCount length={lengthOf(typed)} max={MEME_NAME_MAX_CHARS} />}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" wide loading={rename.isPending} disabled={isTooLong}>
            {t('templates.saveName')}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
