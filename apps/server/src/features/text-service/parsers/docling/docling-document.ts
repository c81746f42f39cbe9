import type { LayoutBlock } from '@recto/document-text/blocks/block'
import { omitUndefined } from '@recto/omit-undefined'
import type { PageBlocks } from '../../results/result-files.ts'
import type { ParsedJob } from '../parsing.ts'

const labels = { title: 'section_header', text: 'text', 'list-item': 'list_item' } as const

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

const toItem = ({ page, box: [l, t, r, b], text }: LayoutBlock, ref: string) => ({
  self_ref: ref,
  parent: { $ref: '#/body' },
  children: [],
  content_layer: 'body',
  prov: [
    {
      page_no: page + 1,
      bbox: { l, t, r, b, coord_origin: 'TOPLEFT' },
      charspan: [0, text.length],
    },
  ],
})

function toTextItem(block: LayoutBlock, kind: keyof typeof labels, ref: string): object {
  const { text } = block
  return {
    ...toItem(block, ref),
    label: labels[kind],
    orig: text,
    text,
    ...omitUndefined({
      level: kind === 'title' ? 1 : undefined,
      enumerated: kind === 'list-item' ? false : undefined,
      marker: kind === 'list-item' ? '-' : undefined,
    }),
  }
}

function toTableItem(block: LayoutBlock, ref: string): object {
  const grid = (block.cells ?? []).map((row, rowIndex) =>
    row.map((text, columnIndex) => ({
      text,
      row_span: 1,
      col_span: 1,
      start_row_offset_idx: rowIndex,
      end_row_offset_idx: rowIndex + 1,
      start_col_offset_idx: columnIndex,
      end_col_offset_idx: columnIndex + 1,
      column_header: rowIndex === 0,
      row_header: false,
      row_section: false,
    })),
  )
  return {
    ...toItem(block, ref),
    label: 'table',
    captions: [],
    references: [],
    footnotes: [],
    annotations: [],
    data: {
      table_cells: grid.flat(),
      num_rows: grid.length,
      num_cols: grid[0]?.length ?? 0,
      grid,
    },
  }
}
