import type { LayoutBlock, MergedCell } from './block.ts'

/** Joins tables with what goes on of them on the next pages. Heads and feet of pages between them come before the table. */
export function joinTables(blocks: readonly LayoutBlock[]): readonly LayoutBlock[] {
  if (!blocks.some(({ continues }) => continues)) return blocks
  const joined: LayoutBlock[] = []
  for (const block of blocks) {
    const index = joined.findLastIndex(
      ({ kind }) => kind !== 'page-header' && kind !== 'page-footer',
    )
    const table = joined[index]
    if (!block.continues || !block.cells || !table?.cells) joined.push(block)
    else joined[index] = append(table, block)
  }
  return joined
}

function append(table: LayoutBlock, next: LayoutBlock): LayoutBlock {
  const width = Math.max(...[table, next].map(({ cells = [] }) => cells[0]?.length ?? 0))
  const padded = (cells: LayoutBlock['cells'] = []) =>
    cells.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
  const upper = padded(table.cells)
  const lower = padded(next.cells)
  const last = upper.at(-1)
  if (next.continues === 'row' && last) {
    const [first = [], ...rest] = lower
    upper[upper.length - 1] = last.map((text, i) => `${text} ${first[i] ?? ''}`.trim())
    lower.splice(0, lower.length, ...rest)
  }
  const cells = [...upper, ...lower]
  const offset = cells.length - lower.length - (next.continues === 'row' ? 1 : 0)
  const merged = [...(table.merged ?? []), ...shift(next, offset)]
  const text = cells.map((row) => row.join('\t')).join('\n')
  const whole = { ...table, cells, text }
  return merged.length > 0 ? { ...whole, merged } : whole
}

/** The merged cells of the lower part; those of a row that was parted stand in the upper one. */
function shift({ merged = [], continues }: LayoutBlock, offset: number): MergedCell[] {
  return merged
    .filter(({ row }) => continues !== 'row' || row > 0)
    .map((cell) => ({ ...cell, row: cell.row + offset }))
}
