export interface ParsedArgs {
  words: string[]
  values: Map<string, string>
  flags: Set<string>
  /** Whether there is an unknown option, or one without its value. */
  isWrong: boolean
}

/** Splits a command's arguments into words, options with a value (`--keep 7`, `--keep=7`) and flags. */
export function parseArgs(args: string[], known: { values?: string[]; flags?: string[] }): ParsedArgs {
  const parsed: ParsedArgs = { words: [], values: new Map(), flags: new Set(), isWrong: false }
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    const [name = '', ...rest] = arg.split('=')
    if (!arg.startsWith('--')) parsed.words.push(arg)
    else if (known.flags?.includes(arg)) parsed.flags.add(arg)
    else if (known.values?.includes(name)) {
      const value = rest.length > 0 ? rest.join('=') : args[++at]
      if (value === undefined || value === '') parsed.isWrong = true
      else parsed.values.set(name, value)
    } else parsed.isWrong = true
  }
  return parsed
}
