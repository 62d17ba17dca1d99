import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/**
 * Parses the `address:port` pairs of a setting, such as `10.0.0.7:80,[fd00::7]:8080`, and normalizes them for comparison.
 * Returns null if an item is anything else: a name, a range, or an address without a port.
 */
export function parseFetchAllowlist(text: string): string[] | null {
  const entries = text.split(',').map((part) => {
    const match = /^(?:\[([\da-f:.]+)\]|([\d.]+)):(\d{1,5})$/i.exec(part.trim())
    const [, six, four, port] = match ?? []
    const address = six ?? four ?? ''
    return isIP(address) === (six ? 6 : 4) && Number(port) >= 1 && Number(port) <= 65_535
      ? entryOf(address, Number(port))
      : null
  })
  return entries.every((one) => one !== null) ? entries : null
}

/** Returns a check for the addresses that links may lead to: the public internet, and the allowed private addresses. */
export const allowing =
  (entries: readonly string[]) =>
  (address: string, port: number): boolean =>
    isPublicAddress(address) || entries.includes(entryOf(address, port))

function entryOf(address: string, port: number): string {
  const host = isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname : address
  return `${host}:${port}`
}
