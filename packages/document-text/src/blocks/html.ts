import type { LayoutBlock } from './block.ts'

/** A table as HTML, without attributes; what stands in cells is escaped. */
export function htmlTableOf(cells: readonly (readonly string[])[]): string {
  const rows = cells.map(
    (row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
  )
  return `<table><tbody>${rows.join('')}</tbody></table>`
}

/** Blocks as HTML, without attributes, scripts or styles; items of lists that follow each other are one list. */
export function htmlOf(blocks: readonly LayoutBlock[]): string {
  return blocks.map((block, at) => written(block, blocks[at - 1], blocks[at + 1])).join('\n')
}

function written(
  { kind, text, cells }: LayoutBlock,
  before?: LayoutBlock,
  after?: LayoutBlock,
): string {
  if (cells) return htmlTableOf(cells)
  if (kind === 'title') return `<h1>${escaped(text)}</h1>`
  if (kind !== 'list-item') return `<p>${escaped(text)}</p>`
  const opens = before?.kind === kind ? '' : '<ul>'
  return `${opens}<li>${escaped(text)}</li>${after?.kind === kind ? '' : '</ul>'}`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
