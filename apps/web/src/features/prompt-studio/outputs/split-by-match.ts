type TextSegment = {
  readonly text: string
  readonly start: number
  /** Index of the match among the matches of all texts; `undefined` between matches. */
  readonly match: number | undefined
}

/** Splits each text at the matches of a search, ignoring case. */
export function splitByMatch(
  texts: readonly string[],
  searchText: string,
): readonly (readonly TextSegment[])[] {
  const query = searchText.trim().toLowerCase()
  let matchCount = 0
  return texts.map((text) => {
    const wholeText: TextSegment = { text, start: 0, match: undefined }
    if (query === '') return [wholeText]
    const segments: TextSegment[] = []
    const lower = text.toLowerCase()
    let start = 0
    for (let index = lower.indexOf(query); index >= 0; index = lower.indexOf(query, start)) {
      if (index > start) segments.push({ text: text.slice(start, index), start, match: undefined })
      start = index + query.length
      segments.push({ text: text.slice(index, start), start: index, match: matchCount })
      matchCount += 1
    }
    if (start < text.length) segments.push({ text: text.slice(start), start, match: undefined })
    return segments
  })
}
