import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/**
 * The `address:port` pairs of a setting, such as `10.0.0.7:80,[fd00::7]:8080`, normalised for comparison. Null if one of them
 * is anything else: a name, a range, or an address without a port.
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

/** Whether a link may lead to an address: the public internet, and the private addresses that are allowed. */
export const allowing =
  (entries: readonly string[]) =>
  (address: string, port: number): boolean =>
    isPublicAddress(address) || entries.includes(entryOf(address, port))

function entryOf(address: string, port: number): string {
  const host = isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname : address
  return `${host}:${port}`
}
