import type { Box, Page } from './model.ts'
import { uniteBoxes } from './unite-boxes.ts'

/** A place where a text stands, with a box for each line that it runs over. Pages count from zero. */
export type TextMatch = { readonly page: number; readonly boxes: readonly Box[] }

export type LocateTextOptions = { readonly text: string; readonly maxMatches: number }

/** Case and the forms of letters make no difference, and neither do the kinds of blanks. */
const normalize = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')

/**
 * Finds a text on the pages in reading order, also where it runs over several lines. Matches that
 * have the same boxes, such as those inside one word, are one.
 */
export function locateText(
  pages: readonly Page[],
  { text, maxMatches }: LocateTextOptions,
): readonly TextMatch[] {
  const searchText = normalize(text).trim()
  if (searchText === '') return []
  const matches: TextMatch[] = []
  for (const page of pages) {
    for (const boxes of findOnPage(page, searchText, maxMatches - matches.length)) {
      matches.push({ page: page.number, boxes })
    }
    if (matches.length >= maxMatches) break
  }
  return matches
}

function findOnPage(
  page: Page,
  searchText: string,
  maxMatches: number,
): readonly (readonly Box[])[] {
  const words = page.words.map((word) => normalize(word.text))
  const pageText = words.join(' ')
  const lineOfWord = page.lines.flatMap(({ start, end }, line) =>
    Array.from({ length: end - start }, () => line),
  )
  const matches: (readonly Box[])[] = []
  let word = 0
  let wordStart = 0
  for (
    let start = pageText.indexOf(searchText);
    start >= 0 && matches.length < maxMatches;
    start = pageText.indexOf(searchText, start + searchText.length)
  ) {
    // Moves on to the word in which the match begins.
    while (wordStart + words[word]!.length <= start) wordStart += words[word++]!.length + 1
    const boxesByLine = new Map<number, Box[]>()
    for (
      let next = word, nextStart = wordStart;
      next < words.length && nextStart < start + searchText.length;
      nextStart += words[next++]!.length + 1
    ) {
      const line = lineOfWord[next] ?? -1
      boxesByLine.set(line, [...(boxesByLine.get(line) ?? []), page.words[next]!.box])
    }
    pushDistinct(matches, [...boxesByLine.values()].map(uniteBoxes))
  }
  return matches
}

/** Adds a match unless it has the boxes of the one before. */
function pushDistinct(matches: (readonly Box[])[], boxes: readonly Box[]): void {
  const previous = matches.at(-1)
  const isSame =
    boxes.length === previous?.length &&
    boxes.every((box, line) => box.every((side, index) => side === previous[line]?.[index]))
  if (!isSame) matches.push(boxes)
}
