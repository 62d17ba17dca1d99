import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { askToLogIn } from '../../lib/login-request.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { tagQuery } from './tag-query.ts'

/** Follows a tag after a visitor has logged in. The tag's screen may be unmounted by then. */
function followLater(tag: string): void {
  const done = translate('tags.followed', { tag })
  api('POST /tags/{tag}/follow', { params: { tag } }).then(() => toast.success(done), toast.error)
}

/** Follows a tag, which ranks its memes higher in the feed. Visitors get the login prompt. */
export function FollowTagButton({ tag }: { tag: string }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const queryClient = useQueryClient()
  const options = tagQuery(tag)
  const { data } = useQuery(options)
  const isFollowing = data?.viewer?.isFollowing === true
  const { mutate, isPending } = useMutation({
    mutationFn: (follow: boolean) =>
      follow
        ? api('POST /tags/{tag}/follow', { params: { tag } })
        : api('DELETE /tags/{tag}/follow', { params: { tag } }),
    onSuccess: ({ data: viewer }) =>
      queryClient.setQueryData(
        options.queryKey,
        (held) => held && { ...held, viewer: { isFollowing: viewer.isFollowing } },
      ),
    onError: (error) => toast.error(error),
  })
  return (
    <Button
      size="sm"
      variant={isFollowing ? 'secondary' : 'primary'}
      aria-pressed={isFollowing}
      loading={isPending}
      icon={isFollowing ? <Check size={16} /> : <Plus size={16} />}
      onClick={() => (user ? mutate(!isFollowing) : askToLogIn(() => followLater(tag)))}
    >
      {t(isFollowing ? 'tags.following' : 'tags.follow')}
    </Button>
  )
}
