import { databaseHealth } from '../db/health.ts'
import type { OpenedDeps } from '../open-deps.ts'
import type { CommandIo } from './command.ts'

/** `doctor`: reports the state of the database; returns 1 if something is wrong, with what to do about it. */
export async function runDoctor({ engine, maintenance }: OpenedDeps, _args: string[], io: CommandIo): Promise<number> {
  const { facts, problems } = await databaseHealth(engine, maintenance)
  for (const fact of facts) io.print(fact)
  for (const problem of problems) io.print(`! ${problem}`)
  if (problems.length === 0) io.print('Nothing is wrong.')
  return problems.length > 0 ? 1 : 0
}
