import { SpellCheck } from 'lucide-react'
import { cutShown } from '#contract/bounded.ts'
import { IMAGE_TEXT_MAX_CHARS } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { mayModerate } from '../../lib/roles.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'

/** Reports with one press that the words of a meme were misread. Moderators correct them instead. */
export function WrongWords({ meme }: { meme: Meme }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { isRunning, run } = useTask()
  if (mayModerate(user)) return null
  const report = async () => {
    const readText = cutShown(meme.imageText ?? '', IMAGE_TEXT_MAX_CHARS)
    const answer = await api('POST /meme/{id}/wrong-words', { params: { id: meme._id }, body: { readText } })
    toast.success(answer.message)
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      loading={isRunning}
      icon={<SpellCheck size={18} />}
      onClick={() => void run(report)}
    >
      {t('memes.wrongWords')}
    </Button>
  )
}
