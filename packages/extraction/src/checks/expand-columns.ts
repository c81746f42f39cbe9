import type { ASTNode } from '@marcbachmann/cel-js'

/** Check as it is evaluated, with a mapping of its offsets to the check as it was written. */
export type ExpandedCheck = {
  readonly text: string
  readonly toOriginalOffset: (offset: number) => number
}

/** Yields every node of an expression, outer nodes first. */
export function* walkNodes(node: ASTNode): Iterable<ASTNode> {
  yield node
  for (const part of findNodes(node.args)) yield* walkNodes(part)
}

/** Returns the direct child nodes. */
export const getChildNodes = ({ args }: ASTNode): readonly ASTNode[] => findNodes(args)

function findNodes(args: unknown): readonly ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(findNodes)
  return isNode(args) ? [args] : []
}

const isNode = (part: unknown): part is ASTNode =>
  typeof part === 'object' && part !== null && 'op' in part && 'args' in part

type ColumnReplacement = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Rewrites `items.amount`, where `items` is a list, to the CEL form `items.map(row, row.amount)`,
 * because people write the short form.
 */
export function expandColumns(
  text: string,
  root: ASTNode,
  lists: ReadonlySet<string>,
): ExpandedCheck {
  const columns = [...walkNodes(root)]
    .flatMap((node) => toReplacement(node, lists))
    .sort((a, b) => a.start - b.start)
  let expandedText = ''
  let copiedUntil = 0
  const shifts: { readonly from: number; readonly length: number }[] = []
  for (const { start, end, text: replacement } of columns) {
    expandedText += text.slice(copiedUntil, start) + replacement
    shifts.push({ from: expandedText.length, length: replacement.length - (end - start) })
    copiedUntil = end
  }
  const toOriginalOffset = (offset: number) =>
    shifts.reduce(
      (original, { from, length }) => (offset >= from ? original - length : original),
      offset,
    )
  return { text: expandedText + text.slice(copiedUntil), toOriginalOffset }
}

function toReplacement(node: ASTNode, lists: ReadonlySet<string>): readonly ColumnReplacement[] {
  if (node.op !== '.') return []
  const [list, column] = node.args
  if (list.op !== 'id' || !lists.has(list.args)) return []
  const { start, end } = node
  return [{ start, end, text: `${list.args}.map(row, row.${column})` }]
}
