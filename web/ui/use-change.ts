import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toast } from './toast.ts'
import { useTask } from './use-task.ts'

/** Sends a change and shows the server's message. Then loads the queries with these keys again, also after a failure. */
export function useChange(...keys: QueryKey[]) {
  const client = useQueryClient()
  const { isRunning, run } = useTask()
  const change = async (send: () => Promise<{ message?: string }>): Promise<void> => {
    await run(async () => {
      const { message } = await send()
      if (message) toast.success(message)
    })
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return { isRunning, change }
}
