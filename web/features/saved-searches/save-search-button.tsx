import { useQuery } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { translate, useTranslation } from '../../lib/i18n.ts'
import { requestLogin } from '../../lib/login-request.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { SearchFilters } from '../search/search-filters.ts'
import { isSame, savedSearchesQuery, toSaved } from './saved-searches-query.ts'
import { deleteSavedSearch, useSavedSearchChange } from './use-saved-search-change.ts'

interface SaveSearchButtonProps {
  text: string
  filters: SearchFilters
}

const send = (text: string, filters: SearchFilters) =>
  api('POST /users/me/searches', { body: { q: text, ...toSaved(filters) } })

/** Saves a search after a visitor has logged in. */
function saveLater({ text, filters }: SaveSearchButtonProps): void {
  const done = translate('savedSearches.savedToast')
  send(text, filters).then(() => toast.success(done), toast.error)
}

/** Saves the search, so that the member is notified of new memes, or deletes it. Visitors get the login prompt. */
export function SaveSearchButton({ text, filters }: SaveSearchButtonProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data } = useQuery({ ...savedSearchesQuery(user?.userId ?? ''), enabled: user !== null })
  const saved = data?.find((one) => isSame(one, text, filters))
  const { mutate, isPending } = useSavedSearchChange(async () => {
    if (saved) return deleteSavedSearch(saved._id)
    await send(text, filters)
    return t('savedSearches.savedToast')
  })
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-pressed={saved !== undefined}
      loading={isPending}
      icon={saved ? <BellRing size={18} /> : <BellPlus size={18} />}
      onClick={() => (user ? mutate() : requestLogin(() => saveLater({ text, filters })))}
    >
      {t(saved ? 'savedSearches.saved' : 'savedSearches.save')}
    </Button>
  )
}
