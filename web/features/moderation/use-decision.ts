import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../ui/toast.ts'
import { dropItems, refreshDesk } from './desk-query.ts'

/** Sends a decision about an item of the desk, shows its message, and removes the item from its list. */
export function useDecision(list: 'appeals' | 'words', id: string) {
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const decide = async (send: () => Promise<{ message: string }>): Promise<void> => {
    setSending(true)
    try {
      toast.success((await send()).message)
      await dropItems(client, list, [id])
    } catch (error) {
      toast.error(error)
      await refreshDesk(client)
    } finally {
      setSending(false)
    }
  }
  return { isSending, decide }
}
