import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { bundledNode, root } from '../../tools/scripts/bootstrap.mjs'
import { startDisplay } from './display.ts'

it('journeys of the browser tests pass in Firefox', { timeout: 900_000 }, async () => {
  const closeDisplay = await startDisplay()
  const { VITEST: _, ...env } = process.env
  const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'playwright.firefox.config.ts']
  const { status, stdout } = spawnSync(bundledNode(), args, { cwd: root, env, encoding: 'utf8' })
  closeDisplay()
  expect(status, stdout.slice(-8000)).toBe(0)
})
