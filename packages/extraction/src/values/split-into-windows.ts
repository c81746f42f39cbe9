type WindowSize = {
  /** Maximum number of letters in one window. */
  readonly maxLetters: number
  /** Number of letters at the end of a window that the next window repeats. */
  readonly overlap: number
}

/** Splits a text into consecutive windows, at line ends where possible. */
export function splitIntoWindows(
  text: string,
  { maxLetters, overlap }: WindowSize,
): readonly string[] {
  if (text.length <= maxLetters) return [text]
  const windows: string[] = []
  let start = 0
  while (start < text.length) {
    const maxEnd = Math.min(text.length, start + maxLetters)
    const end =
      maxEnd === text.length
        ? maxEnd
        : findWindowEnd(text, start + Math.ceil(maxLetters / 2), maxEnd)
    windows.push(text.slice(start, end))
    if (end === text.length) break
    start = Math.max(start + 1, end - overlap)
  }
  return windows
}

/** The end of the last complete line between the two offsets, or `maxEnd` when there is none. */
function findWindowEnd(text: string, minEnd: number, maxEnd: number): number {
  const lineBreak = text.lastIndexOf('\n', maxEnd - 1)
  return lineBreak >= minEnd ? lineBreak + 1 : maxEnd
}
