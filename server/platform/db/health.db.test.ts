import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { databaseHealth } from './health.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('reports tables that autovacuum missed, with the remedy', async () => {
  const { engine } = database
  // Counters are published with a delay.
  const patience = { timeout: 20_000 }
  expect((await databaseHealth(engine, null)).problems).toEqual([])
  await engine.executeSql('create table many (id int) with (autovacuum_enabled = off)')
  await engine.executeSql('insert into many select generate_series(1, 30000)')
  const problems = async () => (await databaseHealth(engine, null)).problems
  await expect.poll(problems, patience).toEqual(['public.many has 30,000 rows and was never analyzed: run analyze.'])
  await engine.executeSql('analyze many')
  await engine.executeSql('delete from many where id <= 20000')
  await expect
    .poll(problems, patience)
    .toEqual(['public.many has 20,000 dead rows beside 10,000: look for transactions that stay open, or run vacuum.'])
})
