import { expect, test } from 'vitest'
import { createRetryingExecutor } from './retrying-executor.ts'

const down = Object.assign(new Error('the database system is shutting down'), { code: '57P03' })

function executor(answer: () => Promise<{ rows: Record<string, unknown>[] }>) {
  const lines: string[] = []
  const note = (_object: unknown, line: string) => lines.push(line)
  return { patient: createRetryingExecutor({ executeSql: answer }, { info: note, error: note }), lines }
}

test('a statement waits for the database, and logs the beginning and the end', async () => {
  let tries = 0
  const { patient, lines } = executor(async () => {
    tries += 1
    if (tries < 4) throw down
    return { rows: [{ tries }] }
  })
  patient.begin()
  expect(await patient.executeSql('select 1')).toEqual({ rows: [{ tries: 4 }] })
  expect(lines).toEqual(['the database is unreachable: jobs are waiting', 'the database is back: jobs continue'])
})

test('a statement fails before the work begins, after it stopped, and for any other error', async () => {
  let error: Error = down
  const { patient } = executor(async () => {
    throw error
  })
  await expect(patient.executeSql('select 1')).rejects.toThrow(down)
  patient.begin()
  const waiting = expect(patient.executeSql('select 1')).rejects.toThrow(down)
  patient.stop()
  await waiting
  patient.begin()
  error = new Error('syntax error')
  await expect(patient.executeSql('selct 1')).rejects.toThrow('syntax error')
})
