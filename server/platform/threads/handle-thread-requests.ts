import { parentPort } from 'node:worker_threads'
import type { Asked, FromThread } from './lazy-thread.ts'

const lineOf = (error: unknown) => (error as Error).message?.split('\n')[0] ?? String(error)

/** The thread's side of `createLazyThread`. @param open loads dependencies and returns the function that answers */
export async function handleThreadRequests<Question, Answer>(
  open: () => Promise<(question: Question) => Answer | Promise<Answer>>,
): Promise<void> {
  const send = (message: FromThread<Answer>) => parentPort?.postMessage(message)
  try {
    const answerTo = await open()
    parentPort?.on('message', async ({ id, question }: Asked<Question>) => {
      try {
        send({ id, answer: await answerTo(question) })
      } catch (error) {
        send({ id, error: lineOf(error) })
      }
    })
    send({ ready: true })
  } catch (error) {
    send({ broken: lineOf(error) })
  }
}
