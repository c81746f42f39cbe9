import type { Branch, Leaf, ValueNode } from '../../prompt-studio/prompt-studio.port.ts'

export type LeafTable = {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly path: string; readonly cells: ReadonlyMap<string, Leaf> }[]
}

/** Converts a list of flat objects to a table; `undefined` for any other shape. */
export function tableOf({ isList, entries }: Branch): LeafTable | undefined {
  const rows = entries.map(({ node }) => rowOf(node))
  if (!isList || rows.length === 0 || !rows.every((row) => row !== undefined)) return undefined
  return { columns: [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))], rows }
}

function rowOf(node: ValueNode): LeafTable['rows'][number] | undefined {
  if (node.kind === 'leaf' || node.isList) return undefined
  const cells = node.entries
    .map(({ name, node: cell }) => (cell.kind === 'leaf' ? ([name, cell] as const) : undefined))
    .filter((value) => value !== undefined)
  return cells.length === node.entries.length
    ? { path: node.path, cells: new Map(cells) }
    : undefined
}
