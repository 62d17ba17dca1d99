/** Its own types lie in a file that the compiler does not find. */
declare module 'unicode-confusables' {
  /** Each character replaced by the one it is confused with (confusables.txt of UTS 39). */
  export function rectifyConfusion(text: string): string
}
