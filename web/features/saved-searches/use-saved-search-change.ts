import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { savedSearchesQuery } from './saved-searches-query.ts'

/** Changes the saved searches, and shows the message that the change returns. */
export function useSavedSearchChange(change: () => Promise<string>) {
  const { user } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (message) => {
      toast.success(message, { id: 'saved-search' })
      return client.invalidateQueries({ queryKey: savedSearchesQuery(user?.userId ?? '').queryKey })
    },
    onError: (error) => toast.error(error),
  })
}

/** Deletes a saved search and returns the message. */
export const deleteSavedSearch = async (id: string): Promise<string> =>
  (await api('DELETE /users/me/searches/{id}', { params: { id } })).message
