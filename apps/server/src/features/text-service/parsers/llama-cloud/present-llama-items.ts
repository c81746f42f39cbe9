import type { LlamaItem } from '@recto/contract/text-service/llama-cloud'
import type { LayoutBlock } from '@recto/document-text/blocks/block'
import { htmlTableOf } from '@recto/document-text/blocks/html'
import { markdownOf } from '@recto/document-text/blocks/markdown'

/** Presents the blocks of a page as items; items of a list that follow each other are one list. */
export function presentItems(blocks: readonly LayoutBlock[]): LlamaItem[] {
  const items: LlamaItem[] = []
  let listBlocks: LayoutBlock[] = []
  const endList = () => {
    if (listBlocks.length > 0) items.push(listOf(listBlocks))
    listBlocks = []
  }
  for (const block of blocks) {
    if (block.kind === 'list-item') {
      listBlocks.push(block)
      continue
    }
    endList()
    items.push(itemOf(block))
  }
  endList()
  return items
}

const boxOf = ({ box: [x0, y0, x1, y1] }: LayoutBlock) => ({ x: x0, y: y0, w: x1 - x0, h: y1 - y0 })
const placeOf = (block: LayoutBlock) => ({ md: markdownOf([block]), bbox: [boxOf(block)] })

const textOf = (block: LayoutBlock) => ({
  ...placeOf(block),
  type: 'text' as const,
  value: block.text,
})

const listOf = (blocks: readonly LayoutBlock[]): LlamaItem => ({
  type: 'list',
  md: markdownOf(blocks),
  bbox: blocks.map(boxOf),
  ordered: false,
  items: blocks.map(textOf),
})

const maxLevel = 6

function itemOf(block: LayoutBlock): LlamaItem {
  const { kind, text, cells, merged: mergedCells, level = 1 } = block
  const place = placeOf(block)
  switch (kind) {
    case 'title':
      return {
        ...place,
        type: 'heading',
        value: text,
        level: Math.min(Math.max(level, 1), maxLevel),
      }
    case 'table': {
      const rows = (cells ?? []).map((row) => [...row])
      return {
        ...place,
        type: 'table',
        rows,
        csv: csvOf(rows),
        html: htmlTableOf(rows, mergedCells),
      }
    }
    case 'page-header':
      return { ...place, type: 'header', items: [textOf(block)] }
    case 'page-footer':
      return { ...place, type: 'footer', items: [textOf(block)] }
    default:
      return textOf(block)
  }
}

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(csvCellOf).join(',')).join('\n')

const csvCellOf = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
