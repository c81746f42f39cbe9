import type { LayoutBlock, MergedCell } from './block.ts'
import { joinTables } from './join-tables.ts'
import { coveredPlaces } from './table-shape.ts'
import { withoutRepeats } from './without-repeats.ts'

/** A table as HTML, with no attributes but those of merged cells; what stands in cells is escaped. */
export function htmlTableOf(
  cells: readonly (readonly string[])[],
  mergedCells: readonly MergedCell[] = [],
): string {
  const coveredCells = coveredPlaces(mergedCells)
  const starts = new Map(mergedCells.map((cell) => [`${cell.row} ${cell.column}`, cell]))
  const rows = cells.map((row, i) => {
    const columns = row.map((text, j) => {
      const place = `${i} ${j}`
      return coveredCells.has(place)
        ? ''
        : `<td${spansOf(starts.get(place))}>${escapeHtml(text)}</td>`
    })
    return `<tr>${columns.join('')}</tr>`
  })
  return `<table><tbody>${rows.join('')}</tbody></table>`
}

function spansOf(cell: MergedCell | undefined): string {
  if (!cell) return ''
  const columns = cell.columns > 1 ? ` colspan="${cell.columns}"` : ''
  return cell.rows > 1 ? `${columns} rowspan="${cell.rows}"` : columns
}

/** Blocks as HTML, without scripts or styles; items of lists that follow each other are one list. */
export function htmlOf(blocks: readonly LayoutBlock[]): string {
  const parts: string[] = []
  let items: LayoutBlock[] = []
  const endList = () => {
    if (items.length > 0) parts.push(listOf(items))
    items = []
  }
  for (const block of joinTables(withoutRepeats(blocks))) {
    if (block.kind === 'list-item') items.push(block)
    else {
      endList()
      parts.push(written(block))
    }
  }
  endList()
  return parts.join('\n')
}

function written({ kind, text, cells, merged: mergedCells, level = 1 }: LayoutBlock): string {
  if (cells) return htmlTableOf(cells, mergedCells)
  if (kind === 'title') return `<h${level}>${escapeHtml(text)}</h${level}>`
  return `<p>${escapeHtml(text)}</p>`
}

/** Deeper items are lists within the item before them. */
function listOf(items: readonly LayoutBlock[]): string {
  let html = ''
  let depth = 0
  for (const { text, level = 0 } of items) {
    const itemDepth = level + 1
    if (itemDepth > depth) html += `<ul>${'<li><ul>'.repeat(itemDepth - depth - 1)}`
    else html += `</li>${'</ul></li>'.repeat(depth - itemDepth)}\n`
    html += `<li>${escapeHtml(text)}`
    depth = itemDepth
  }
  return `${html}</li>${'</ul></li>'.repeat(depth - 1)}</ul>`
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
