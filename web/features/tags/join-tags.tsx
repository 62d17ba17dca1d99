import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Merge, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { TagDetails } from '#contract/memes/tags.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import looks from '../../ui/looks.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { tagQuery } from './tag-query.ts'

/** For moderators: joins other tags into this one, and splits them off again. */
export function JoinTags({ tag }: { tag: TagDetails }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" size="sm" icon={<Merge size={18} />} onClick={() => setOpen(true)}>
        {t('tags.join')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('tags.joinTitle', { tag: tag.tag })}
        description={t('tags.joinHint', { tag: tag.tag })}
      >
        {isOpen && <Form tag={tag} />}
      </Dialog>
    </div>
  )
}

function Form({ tag: { tag, aliases } }: { tag: TagDetails }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ alias, isJoined }: { alias: string; isJoined: boolean }) =>
      isJoined
        ? (await api('PUT /moderation/tags/{tag}/alias', { params: { tag: alias }, body: { of: tag } })).data
        : (await api('DELETE /moderation/tags/{tag}/alias', { params: { tag: alias } })).data,
    onSuccess: (data, { alias, isJoined }) => {
      client.setQueryData(tagQuery(tag).queryKey, data)
      void client.invalidateQueries({ queryKey: ['tag'] })
      if (isJoined) setTyped('')
      toast.success(t(isJoined ? 'tags.joined' : 'tags.split', { alias, tag }))
    },
    onError: (error) => toast.error(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const alias = typed.trim().replace(/^#/, '')
    if (alias) mutate({ alias, isJoined: true })
  }
  return (
    <div className={looks.stack3}>
      <form className={looks.stack3} onSubmit={submit}>
        <TextField
          label={t('tags.alias')}
          value={typed}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" wide loading={isPending} disabled={!typed.trim()}>
          {t('tags.joinThem')}
        </Button>
      </form>
      {aliases.length > 0 && (
        <ul className={looks.row2} aria-label={t('tags.aliasesLabel')}>
          {aliases.map((alias) => (
            <li key={alias}>
              <Button
                variant="secondary"
                size="sm"
                icon={<X size={16} />}
                aria-label={t('tags.splitOff', { alias })}
                onClick={() => mutate({ alias, isJoined: false })}
              >
                #{alias}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
