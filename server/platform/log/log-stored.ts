import { fstatSync } from 'node:fs'

/**
 * Returns true if this process's output is stored: it is a file, or goes to the system's journal (which systemd indicates with
 * JOURNAL_STREAM, `device:inode` of the stream), or this is the first process of a container, and the container engine stores
 * it. A terminal, or a pipe to another program, stores nothing by itself.
 */
// biome-ignore lint/style/noProcessEnv: systemd sets it, not the operator.
export function isLogStored(descriptor = 1, journal = process.env.JOURNAL_STREAM, pid = process.pid): boolean {
  try {
    const output = fstatSync(descriptor)
    return pid === 1 || output.isFile() || journal === `${output.dev}:${output.ino}`
  } catch {
    return true
  }
}
