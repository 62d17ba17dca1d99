import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { translate, useTranslation } from '../../lib/i18n.ts'
import { requestLogin } from '../../lib/login-request.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { tagQuery } from './tag-query.ts'
import { sendTagFollow, useFollowTag } from './use-follow-tag.ts'

/** Follows a tag after a visitor has logged in. The tag's screen may be unmounted by then. */
function followLater(tag: string): void {
  const done = translate('tags.followed', { tag })
  sendTagFollow(tag, true).then(() => toast.success(done), toast.error)
}

/** Follows a tag, which ranks its memes higher in the feed. Visitors get the login prompt. */
export function FollowTagButton({ tag }: { tag: string }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data } = useQuery(tagQuery(tag))
  const isFollowing = data?.viewer?.isFollowing === true
  const { mutate, isPending } = useFollowTag(tag)
  return (
    <Button
      size="sm"
      variant={isFollowing ? 'secondary' : 'primary'}
      aria-pressed={isFollowing}
      loading={isPending}
      icon={isFollowing ? <Check size={16} /> : <Plus size={16} />}
      onClick={() => (user ? mutate(!isFollowing) : requestLogin(() => followLater(tag)))}
    >
      {t(isFollowing ? 'tags.following' : 'tags.follow')}
    </Button>
  )
}
