import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreferencesInput } from '#contract/people/users.ts'
import { api } from '../../../lib/api.ts'
import { updateUser } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'

/** Saves a preference optimistically; reverts if the server rejects it. */
export function useSaved<T>(): [T | null, (body: PreferencesInput, wanted: T) => Promise<void>] {
  const [wanted, setWanted] = useState<T | null>(null)
  const queryClient = useQueryClient()
  const save = async (body: PreferencesInput, value: T) => {
    setWanted(value)
    try {
      const { preferences, message } = await api('PUT /users/me/preferences', { body })
      updateUser({ preferences })
      // The server omits hidden memes from lists.
      if (body.sensitiveContent) void queryClient.invalidateQueries()
      toast.success(message, { id: 'preferences' })
    } catch (error) {
      toast.error(error)
    } finally {
      setWanted(null)
    }
  }
  return [wanted, save]
}
