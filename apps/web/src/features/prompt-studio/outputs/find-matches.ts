type Piece = {
  readonly text: string
  readonly start: number
  /** Which match it is among those of all texts; absent between them. */
  readonly match: number | undefined
}

/** Each text cut at what is searched in it; upper and lower case are the same. */
export function piecesOf(texts: readonly string[], needle: string): readonly (readonly Piece[])[] {
  const wanted = needle.trim().toLowerCase()
  let count = 0
  return texts.map((text) => {
    const whole: Piece = { text, start: 0, match: undefined }
    if (wanted === '') return [whole]
    const pieces: Piece[] = []
    const lower = text.toLowerCase()
    let start = 0
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, start)) {
      if (at > start) pieces.push({ text: text.slice(start, at), start, match: undefined })
      start = at + wanted.length
      pieces.push({ text: text.slice(at, start), start: at, match: count })
      count += 1
    }
    if (start < text.length) pieces.push({ text: text.slice(start), start, match: undefined })
    return pieces
  })
}
