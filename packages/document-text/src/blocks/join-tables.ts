import type { LayoutBlock, MergedCell } from './block.ts'

/** Joins tables with what goes on of them on the next pages. Heads and feet of pages between them come before the table. */
export function joinTables(blocks: readonly LayoutBlock[]): readonly LayoutBlock[] {
  if (!blocks.some(({ continues }) => continues)) return blocks
  const joinedBlocks: LayoutBlock[] = []
  for (const block of blocks) {
    const index = joinedBlocks.findLastIndex(
      ({ kind }) => kind !== 'page-header' && kind !== 'page-footer',
    )
    const table = joinedBlocks[index]
    if (!block.continues || !block.cells || !table?.cells) joinedBlocks.push(block)
    else joinedBlocks[index] = append(table, block)
  }
  return joinedBlocks
}

function append(table: LayoutBlock, next: LayoutBlock): LayoutBlock {
  const width = Math.max(...[table, next].map(({ cells = [] }) => cells[0]?.length ?? 0))
  const padRows = (cells: LayoutBlock['cells'] = []) =>
    cells.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
  const upper = padRows(table.cells)
  const lower = padRows(next.cells)
  const last = upper.at(-1)
  if (next.continues === 'row' && last) {
    const [first = [], ...rest] = lower
    upper[upper.length - 1] = last.map((text, i) => `${text} ${first[i] ?? ''}`.trim())
    lower.splice(0, lower.length, ...rest)
  }
  const cells = [...upper, ...lower]
  const offset = cells.length - lower.length - (next.continues === 'row' ? 1 : 0)
  const mergedCells = [...(table.merged ?? []), ...shift(next, offset)]
  const text = cells.map((row) => row.join('\t')).join('\n')
  const whole = { ...table, cells, text }
  return mergedCells.length > 0 ? { ...whole, merged: mergedCells } : whole
}

/** The merged cells of the lower part; those of a row that was parted stand in the upper one. */
function shift({ merged: mergedCells = [], continues }: LayoutBlock, offset: number): MergedCell[] {
  return mergedCells
    .filter(({ row }) => continues !== 'row' || row > 0)
    .map((cell) => ({ ...cell, row: cell.row + offset }))
}
