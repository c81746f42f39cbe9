import type { FlowBlock, TableCell, TableRow, TextBlock } from '../../typeset/flow.ts'

/**
 * Lines whose parts stand at tab stops, such as labels and values, one below the other become a table, so that
 * the parts share their columns as they do on paper. Where the stops are is not known, only their order.
 */
export function* alignTabs(blocks: Iterable<FlowBlock>): Generator<FlowBlock> {
  let open: string[][] = []
  for (const block of blocks) {
    if (isTabbed(block)) {
      open.push(...block.text.split('\n').map(partsOf))
      continue
    }
    if (open.length > 0) yield toTable(open)
    open = []
    yield block
  }
  if (open.length > 0) yield toTable(open)
}

function isTabbed(block: FlowBlock): block is TextBlock {
  return block.kind === 'text' && block.isPreformatted === true && block.text.includes('\t')
}

/** Several tabs in a row are one step to the right, for a reader. */
function partsOf(line: string): string[] {
  return line.split(/\t+/).map((part) => part.trim())
}

/** A line without tabs runs over all columns. */
function toTable(lines: readonly string[][]): FlowBlock {
  const columns = Math.max(...lines.map((parts) => parts.length))
  const rows = lines.map((parts): TableRow => {
    const whole: TableCell = { text: parts[0] ?? '', span: columns }
    return parts.length === 1 ? [whole] : parts
  })
  return { kind: 'table', rows, isTight: true }
}
