import type { AlbumVisibility } from '#contract/memes/albums.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useSite } from '../../lib/site.ts'

const KEYS = {
  private: { public: 'albums.visibility.private', members: 'albums.visibility.private' },
  unlisted: { public: 'albums.visibility.unlisted', members: 'albums.visibility.unlistedMembers' },
  public: { public: 'albums.visibility.public', members: 'albums.visibility.members' },
} as const satisfies Record<AlbumVisibility, object>

/** Names the people who can see an album: on a members-only site, only members can. */
export function useVisibilityText(): (visibility: AlbumVisibility) => string {
  const { t } = useTranslation()
  const { membersOnly } = useSite()
  return (visibility) => t(KEYS[visibility][membersOnly ? 'members' : 'public'])
}
