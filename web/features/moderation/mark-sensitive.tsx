import { Eye, EyeOff } from 'lucide-react'
import type { Meme } from '#contract/memes/memes.ts'
import { noteMeme } from '../../entities/memes.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { mayModerate } from '../../lib/roles.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'

/** For moderators, next to the report button: marks a meme as sensitive or removes the mark. */
export function MarkSensitive({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { isRunning, run } = useTask()
  if (!mayModerate(user)) return null
  const mark = async () => {
    const body = { sensitive: !meme.sensitive }
    const answer = await api('POST /moderation/memes/{id}/sensitive', { params: { id: meme._id }, body })
    noteMeme(meme._id, { sensitive: answer.sensitive, sensitiveBy: answer.sensitive ? 'moderator' : undefined })
    toast.success(answer.message)
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      loading={isRunning}
      icon={meme.sensitive ? <Eye size={18} /> : <EyeOff size={18} />}
      onClick={() => void run(mark)}
    >
      {t(meme.sensitive ? 'memes.unmarkSensitive' : 'memes.markSensitive')}
    </Button>
  )
}
