import { Ban } from 'lucide-react'
import type { Meme } from '#contract/memes/memes.ts'
import type { NotInterestedKind } from '#contract/memes/not-interested.ts'
import { setUnwanted } from '../../entities/memes.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'

const TAGS_OFFERED = 5

interface NotInterestedMenuProps {
  meme: Meme
  tabIndex?: number
  variant?: 'plain' | 'shade'
}

/** Menu that hides a meme, its creator or one of its tags from home. */
export function NotInterestedMenu({ meme, tabIndex = 0, variant = 'plain' }: NotInterestedMenuProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!user || meme.userId === user.userId) return null
  const add = async (kind: NotInterestedKind, id: string) => {
    setUnwanted(kind, id, true)
    try {
      await (await import('./add-not-interested.ts')).addNotInterested(kind, id)
    } catch (error) {
      setUnwanted(kind, id, false)
      toast.error(error)
    }
  }
  const entry = (label: string, kind: NotInterestedKind, id: string) => ({
    kind: 'action' as const,
    label,
    onSelect: () => void add(kind, id),
  })
  const { creator } = meme
  return (
    <Menu
      label={t('memes.less.notInterested')}
      entries={[
        entry(t('memes.less.menu.meme'), 'meme', meme._id),
        ...(creator ? [entry(t('memes.less.menu.user', { name: creator.displayName }), 'user', creator._id)] : []),
        ...meme.tag.slice(0, TAGS_OFFERED).map((tag) => entry(t('memes.less.menu.tag', { tag }), 'tag', tag)),
      ]}
    >
      {(trigger) => (
        <IconButton
          variant={variant}
          tooltip={false}
          label={t('memes.less.notInterested')}
          tabIndex={tabIndex}
          icon={<Ban size={20} />}
          {...trigger}
        />
      )}
    </Menu>
  )
}
