import { useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, Volume2, VolumeX } from 'lucide-react'
import type { UserCard } from '#contract/people/users.ts'
import { api } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useNavigate } from '../../lib/router.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'

/** Mutes or blocks the user of a profile. After a block, the profile is no longer visible. */
export function PersonMenu({ user, onBlocked }: { user: UserCard; onBlocked: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isMuted = user.viewer?.isMuted === true
  const params = { id: user._id }
  const change = async (call: () => Promise<{ message: string }>, isBlock: boolean) => {
    try {
      const { message } = await call()
      toast.success(message)
      if (isBlock) {
        onBlocked()
        await navigate(paths.home)
      }
      // Any cached list may include this user.
      await queryClient.resetQueries()
    } catch (error) {
      toast.error(error)
    }
  }
  const mute = () => api(isMuted ? 'DELETE /users/{id}/mute' : 'POST /users/{id}/mute', { params })
  return (
    <Menu
      label={t('users.profile.more')}
      entries={[
        {
          kind: 'action',
          label: t(isMuted ? 'users.profile.unmute' : 'users.profile.mute'),
          icon: isMuted ? <Volume2 size={20} /> : <VolumeX size={20} />,
          onSelect: () => void change(mute, false),
        },
        {
          kind: 'action',
          label: t('users.profile.block'),
          icon: <Ban size={20} />,
          onSelect: () => void change(() => api('POST /users/{id}/block', { params }), true),
        },
      ]}
    >
      {(trigger) => (
        <IconButton label={t('users.profile.more')} tooltip={false} icon={<Ellipsis size={20} />} {...trigger} />
      )}
    </Menu>
  )
}
