import type { Box, DocumentText, Page } from '../model.ts'

/** Position of a row of words in the text. */
type LayoutLine = {
  /** The page's own number, zero-based. */
  readonly page: number
  /** Zero-based over all lines of the whole text, the blank ones and the separators included. */
  readonly lineIndex: number
  /** Into `page.words`, in the order of the text. */
  readonly words: readonly number[]
  readonly box: Box
}

export type LayoutText = {
  readonly text: string
  readonly lines: readonly LayoutLine[]
}

/** A piece of a text; when it has words, they are those of the line that it begins. */
export type TextPart = { readonly text: string; readonly words?: readonly number[] }

/** Puts the texts of the pages together and keeps on which line each row of words went. */
export function assembleText(
  document: DocumentText,
  partsOf: (page: Page) => readonly TextPart[],
  { addLineNumbers = false }: { readonly addLineNumbers?: boolean },
): LayoutText {
  const lines: LayoutLine[] = []
  let text = ''
  let lineIndex = 0
  for (const page of document.pages) {
    for (const { text: part, words } of partsOf(page)) {
      if (words) lines.push({ page: page.number, lineIndex, words, box: boxAround(page, words) })
      text += part
      lineIndex += lineFeeds(part)
    }
  }
  return { text: addLineNumbers ? numberLines(text) : text, lines }
}

/** The separator of a page, which is zero-based here and counted from 1 in the text. */
export function separatorOf(page: Page, separator = '<<<'): string {
  return separator.replaceAll('{{page_no}}', String(page.number + 1))
}

function boxAround(page: Page, words: readonly number[]): Box {
  let [x0, y0, x1, y1] = page.words[words[0]!]!.box
  for (const index of words) {
    const { box } = page.words[index]!
    x0 = Math.min(x0, box[0])
    y0 = Math.min(y0, box[1])
    x1 = Math.max(x1, box[2])
    y1 = Math.max(y1, box[3])
  }
  return [x0, y0, x1, y1]
}

function lineFeeds(text: string): number {
  let count = 0
  for (let offset = text.indexOf('\n'); offset >= 0; offset = text.indexOf('\n', offset + 1))
    count++
  return count
}

/**
 * Puts the index of each line before it: `0x` and an upper-case hexadecimal number, all equally wide.
 * Lines end at line feeds only; what follows the last one is a line too.
 */
export function numberLines(text: string): string {
  const lines = text.split('\n')
  const width = hex(lines.length - 1).length
  return lines.map((line, i) => `0x${hex(i).padStart(width, '0')}: ${line}`).join('\n')
}

function hex(number: number): string {
  return number.toString(16).toUpperCase()
}
