/** An invalid setting; `message` is one line that names the variable and the rule. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(message: string) {
    super(message.replace(/\s+/g, ' '))
  }
}
