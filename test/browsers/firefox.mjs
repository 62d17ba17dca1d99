#!/usr/bin/env node
// Starts Firefox for Playwright, which uses WebDriver BiDi for it, and forwards the connection. Firefox 153 lacks a command that
// Playwright 1.65 sends for each page, the override of media features: this answers it, so color schemes are not emulated.
import { spawn } from 'node:child_process'
import { WebSocketServer } from 'ws'

const MISSING = 'emulation.setMediaFeaturesOverride'

const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
  process.on(signal, () => firefox.kill(signal))
firefox.on('exit', (code) => process.exit(code ?? 1))
firefox.stderr.on('data', async (data) => {
  const address = /WebDriver BiDi listening on (ws:\S+)/.exec(String(data))?.[1]
  process.stderr.write(address ? `WebDriver BiDi listening on ${await forward(address)}\n` : data)
})

/** @param {string} address */
function forward(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, { url = '' }) => {
    const browser = new WebSocket(address + url)
    const opened = new Promise((resolve) => browser.addEventListener('open', resolve))
    browser.addEventListener('message', ({ data }) => client.send(data))
    browser.addEventListener('close', () => client.close())
    client.on('close', () => browser.close())
    client.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data))
      if (method === MISSING) client.send(JSON.stringify({ type: 'success', id, result: {} }))
      else {
        await opened
        browser.send(String(data))
      }
    })
  })
  return new Promise((resolve) =>
    server.on('listening', () =>
      resolve(`ws://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`),
    ),
  )
}
