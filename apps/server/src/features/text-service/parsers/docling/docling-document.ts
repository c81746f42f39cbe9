import type { LayoutBlock, MergedCell } from '@recto/document-text/blocks/block'
import { omitUndefined } from '@recto/omit-undefined'
import type { PageBlocks } from '../../results/result-files.ts'
import type { ParsedJob } from '../parsing.ts'

const labels = {
  title: 'section_header',
  text: 'text',
  'list-item': 'list_item',
  'page-header': 'page_header',
  'page-footer': 'page_footer',
} as const

/**
 * Builds the document in the schema that docling's own tools read: texts and tables under one body,
 * in reading order.
 */
export function doclingDocument({ job, pages }: ParsedJob): Record<string, unknown> {
  const texts: object[] = []
  const tables: object[] = []
  const children: { $ref: string }[] = []
  for (const block of pages.flatMap(({ blocks }) => blocks)) {
    const list = block.kind === 'table' ? tables : texts
    const ref = `#/${block.kind === 'table' ? 'tables' : 'texts'}/${list.length}`
    children.push({ $ref: ref })
    list.push(block.kind === 'table' ? toTableItem(block, ref) : toTextItem(block, block.kind, ref))
  }
  const group = { children: [], content_layer: 'body', label: 'unspecified' }
  return {
    schema_name: 'DoclingDocument',
    version: '1.3.0',
    name: job.options.fileName,
    furniture: { self_ref: '#/furniture', ...group, content_layer: 'furniture', name: '_root_' },
    body: { self_ref: '#/body', ...group, children, name: '_root_' },
    groups: [],
    texts,
    pictures: [],
    tables,
    key_value_items: [],
    form_items: [],
    pages: Object.fromEntries(pages.map((page) => [String(page.number + 1), toPageItem(page)])),
  }
}

const toPageItem = ({ number, width, height }: PageBlocks) => ({
  page_no: number + 1,
  size: { width, height },
})

const toItem = ({ kind, page, box: [l, t, r, b], text }: LayoutBlock, ref: string) => ({
  self_ref: ref,
  parent: { $ref: '#/body' },
  children: [],
  content_layer: kind === 'page-header' || kind === 'page-footer' ? 'furniture' : 'body',
  prov: [
    {
      page_no: page + 1,
      bbox: { l, t, r, b, coord_origin: 'TOPLEFT' },
      charspan: [0, text.length],
    },
  ],
})

function toTextItem(block: LayoutBlock, kind: keyof typeof labels, ref: string): object {
  const { text, level = 1 } = block
  return {
    ...toItem(block, ref),
    label: labels[kind],
    orig: text,
    text,
    ...omitUndefined({
      level: kind === 'title' ? level : undefined,
      enumerated: kind === 'list-item' ? false : undefined,
      marker: kind === 'list-item' ? '-' : undefined,
    }),
  }
}

function toTableItem(block: LayoutBlock, ref: string): object {
  const { cells = [], merged: mergedCells = [] } = block
  const starts = new Map(mergedCells.map((cell) => [keyOf(cell.row, cell.column), cell]))
  const keys = coveredKeys(mergedCells)
  const tableCells = cells.flatMap((row, i) =>
    row
      .map((text, j) => ({ text, i, j, key: keyOf(i, j) }))
      .filter(({ key }) => !keys.has(key) || starts.has(key))
      .map(({ text, i: rowIndex, j, key }) =>
        toCell(text, starts.get(key) ?? placeOf(rowIndex, j)),
      ),
  )
  const grid = toGrid(cells, tableCells)
  return {
    ...toItem(block, ref),
    label: 'table',
    captions: [],
    references: [],
    footnotes: [],
    annotations: [],
    data: {
      table_cells: tableCells,
      num_rows: cells.length,
      num_cols: cells[0]?.length ?? 0,
      grid,
    },
  }
}

const placeOf = (row: number, column: number): MergedCell => ({ row, column, rows: 1, columns: 1 })

const toCell = (text: string, { row, column, rows, columns }: MergedCell) => ({
  text,
  row_span: rows,
  col_span: columns,
  start_row_offset_idx: row,
  end_row_offset_idx: row + rows,
  start_col_offset_idx: column,
  end_col_offset_idx: column + columns,
  column_header: row === 0,
  row_header: false,
  row_section: false,
})

const keyOf = (row: number, column: number) => `${row} ${column}`

function coveredKeys(mergedCells: readonly MergedCell[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { row, column, rows, columns } of mergedCells)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) keys.add(keyOf(row + i, column + j))
  return keys
}

type TableCell = ReturnType<typeof toCell>

/** The schema repeats a merged cell at each place that it covers. */
function toGrid(cells: readonly (readonly string[])[], tableCells: readonly TableCell[]) {
  const grid: (TableCell | undefined)[][] = cells.map((row) => row.map(() => undefined))
  for (const cell of tableCells)
    for (let i = cell.start_row_offset_idx; i < cell.end_row_offset_idx; i++)
      for (let j = cell.start_col_offset_idx; j < cell.end_col_offset_idx; j++)
        if (grid[i]) grid[i]![j] = cell
  return grid
}
