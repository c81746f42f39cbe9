import type { FlowBlock } from '../typeset/flow.ts'

const maxLinesOfPage = 120
const linesOnPage = 60

/** Plain text and Markdown as they stand: each line a line, each word in its column, a form feed a page. */
export function* readText(text: string): Generator<FlowBlock> {
  for (const [i, page] of text.split('\f').entries()) {
    if (i > 0) yield { kind: 'page' }
    yield* readPage(page, i > 0 || text.includes('\f'))
  }
}

/** A text that breaks its pages itself may have longer ones than ours. */
function* readPage(page: string, isBroken: boolean): Generator<FlowBlock> {
  const lines = page.split(/\r\n|\n|\r|\u2028|\u2029|\u0085/)
  if (isBroken && lines.length > linesOnPage && lines.length <= maxLinesOfPage)
    yield { kind: 'page', isUnbroken: true }
  for (const text of lines) yield { kind: 'text', text, isPreformatted: true, isTight: true }
}
