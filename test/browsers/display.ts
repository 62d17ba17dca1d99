import { spawn } from 'node:child_process'

/** Starts a display without a screen, as browsers need for the clipboard, and sets DISPLAY. Debian has it in xvfb. */
export async function startDisplay(): Promise<() => void> {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    display.on('error', () => reject(new Error('Xvfb does not start. Install xvfb.')))
    display.stdio[3]?.once('data', (data) => resolve(String(data).trim()))
  })
  const before = process.env.DISPLAY
  process.env.DISPLAY = `:${number}`
  return () => {
    if (before === undefined) delete process.env.DISPLAY
    else process.env.DISPLAY = before
    display.kill()
  }
}
