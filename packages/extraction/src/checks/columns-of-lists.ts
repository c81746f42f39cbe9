import type { ASTNode } from '@marcbachmann/cel-js'

/** Check as it is evaluated, with a mapping of its offsets to the check as it was written. */
export type Spelled = { readonly text: string; readonly placeOf: (place: number) => number }

/** Yields every node of an expression, outer nodes first. */
export function* nodesIn(node: ASTNode): Iterable<ASTNode> {
  yield node
  for (const part of partsOf(node.args)) yield* nodesIn(part)
}

/** Returns the direct child nodes. */
export const partsOfNode = ({ args }: ASTNode): readonly ASTNode[] => partsOf(args)

function partsOf(args: unknown): readonly ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(partsOf)
  return isNode(args) ? [args] : []
}

const isNode = (part: unknown): part is ASTNode =>
  typeof part === 'object' && part !== null && 'op' in part && 'args' in part

type Column = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Rewrites `items.amount`, where `items` is a list, to the CEL form `items.map(row, row.amount)`,
 * because people write the short form.
 */
export function spellColumns(text: string, root: ASTNode, lists: ReadonlySet<string>): Spelled {
  const columns = [...nodesIn(root)]
    .flatMap((node) => columnOf(node, lists))
    .sort((a, b) => a.start - b.start)
  let spelled = ''
  let from = 0
  const moves: { readonly at: number; readonly by: number }[] = []
  for (const { start, end, text: said } of columns) {
    spelled += text.slice(from, start) + said
    moves.push({ at: spelled.length, by: said.length - (end - start) })
    from = end
  }
  const placeOf = (place: number) =>
    moves.reduce((found, { at, by }) => (place >= at ? found - by : found), place)
  return { text: spelled + text.slice(from), placeOf }
}

function columnOf(node: ASTNode, lists: ReadonlySet<string>): readonly Column[] {
  if (node.op !== '.') return []
  const [list, column] = node.args
  if (list.op !== 'id' || !lists.has(list.args)) return []
  const { start, end } = node
  return [{ start, end, text: `${list.args}.map(row, row.${column})` }]
}
