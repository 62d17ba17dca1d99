import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast.ts'
import { useTask } from '../../ui/use-task.ts'
import { dropItems, refreshDesk } from './desk-query.ts'

/** Sends a decision about an item of the desk, shows its message, and removes the item from its list. */
export function useDecision(list: 'appeals' | 'words', id: string) {
  const client = useQueryClient()
  const { isRunning: isSending, run } = useTask()
  const decide = (send: () => Promise<{ message: string }>): Promise<void> =>
    run(async () => {
      try {
        toast.success((await send()).message)
        await dropItems(client, list, [id])
      } catch (error) {
        await refreshDesk(client)
        throw error
      }
    })
  return { isSending, decide }
}
