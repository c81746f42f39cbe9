import type { DocumentText, Line, Page, Word } from './model.ts'

function wordsOf(page: Page, line: Line): readonly Word[] {
  return page.words.slice(line.start, line.end)
}

/** The words of a line in reading order, one space between two. */
export function lineText(page: Page, line: Line): string {
  return wordsOf(page, line)
    .map((word) => word.text)
    .join(' ')
}

/** The lines of a page as they are read, without layout. */
export function pageText(page: Page): string {
  return page.lines.map((line) => lineText(page, line)).join('\n')
}

/** The text without layout: a line feed after each line, an empty line between pages. */
export function toPlainText(document: DocumentText): string {
  return document.pages.map(pageText).join('\n\n')
}
