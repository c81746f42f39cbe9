type Size = {
  /** Letters of one window at most. */
  readonly letters: number
  /** Letters of the end of a window that stand in the next one again. */
  readonly overlap: number
}

/** Cuts a text into windows that follow each other, at ends of lines where there are any. */
export function cutIntoWindows(text: string, { letters, overlap }: Size): readonly string[] {
  if (text.length <= letters) return [text]
  const windows: string[] = []
  let from = 0
  while (from < text.length) {
    const end = Math.min(text.length, from + letters)
    const to = end === text.length ? end : lineEndBefore(text, from + Math.ceil(letters / 2), end)
    windows.push(text.slice(from, to))
    if (to === text.length) break
    from = Math.max(from + 1, to - overlap)
  }
  return windows
}

/** The last end of a line between the two places; the second one when there is none. */
function lineEndBefore(text: string, least: number, end: number): number {
  const found = text.lastIndexOf('\n', end - 1)
  return found >= least ? found + 1 : end
}
