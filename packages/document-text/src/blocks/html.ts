import type { LayoutBlock } from './block.ts'

/** A table as HTML, without attributes; what stands in cells is escaped. */
export function htmlTableOf(cells: readonly (readonly string[])[]): string {
  const rows = cells.map(
    (row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  )
  return `<table><tbody>${rows.join('')}</tbody></table>`
}

/** Blocks as HTML, without attributes, scripts or styles; items of lists that follow each other are one list. */
export function htmlOf(blocks: readonly LayoutBlock[]): string {
  return blocks
    .map((block, index) => written(block, blocks[index - 1], blocks[index + 1]))
    .join('\n')
}

function written(
  { kind, text, cells }: LayoutBlock,
  previous?: LayoutBlock,
  next?: LayoutBlock,
): string {
  if (cells) return htmlTableOf(cells)
  if (kind === 'title') return `<h1>${escapeHtml(text)}</h1>`
  if (kind !== 'list-item') return `<p>${escapeHtml(text)}</p>`
  const opens = previous?.kind === kind ? '' : '<ul>'
  return `${opens}<li>${escapeHtml(text)}</li>${next?.kind === kind ? '' : '</ul>'}`
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
