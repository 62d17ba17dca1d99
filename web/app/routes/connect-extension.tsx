import { ConnectExtension } from '../../features/auth/access-tokens/connect-extension.tsx'

export function ConnectExtensionRoute() {
  return <ConnectExtension />
}
