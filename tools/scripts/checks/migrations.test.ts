import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkMigrations } from './migrations.mjs'

const FOLDER = 'server/platform/db/migrations'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'migrations-'))
  mkdirSync(join(root, FOLDER), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function git(...args: string[]) {
  const names = ['-c', 'user.name=Mia', '-c', 'user.email=mia@example.com', '-c', 'commit.gpgsign=false']
  const { status, stderr } = spawnSync('git', [...names, ...args], { cwd: root, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

function commit(name: string, content = 'select 1;') {
  writeFileSync(join(root, FOLDER, name), content)
  git('add', '-A')
  git('commit', '-qm', name)
}

test('accepts migrations in number order and a folder without a history', () => {
  expect(checkMigrations(root)).toEqual([])
  git('init', '-q')
  for (const name of ['0304-last.sql', '0303-exempt.sql', '0310-a.sql', '0311-b.sql', '0400-c.sql']) commit(name)
  expect(checkMigrations(root)).toEqual([])
})

test('reports a number below a committed one, and a changed committed migration', () => {
  git('init', '-q')
  for (const name of ['0310-a.sql', '0309-late.sql']) commit(name)
  commit('0310-a.sql', 'select 2;')
  expect(checkMigrations(root)).toEqual([
    `${FOLDER}/0309-late.sql: 0310 was committed before it; number it higher`,
    `${FOLDER}/0310-a.sql: was changed after it was committed; write a new migration`,
  ])
})
