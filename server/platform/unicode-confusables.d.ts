/** The compiler does not find the types in the package. */
declare module 'unicode-confusables' {
  /** Replaces each character with its prototype in confusables.txt (UTS 39). */
  export function rectifyConfusion(text: string): string
}
