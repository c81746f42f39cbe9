import type { ASTNode } from '@marcbachmann/cel-js'
import { isContainer } from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'
import { getChildNodes, walkNodes } from './expand-columns.ts'

/** Cost of a check, estimated from its text alone. */
export type CheckCost = {
  /** Maximum depth of nested loops over lists. */
  readonly loopDepth: number
  /** Number of additions inside loops: they can concatenate lists to longer ones. */
  readonly additionsInLoops: number
  /** Length of the longest list literal. */
  readonly maxListLength: number
}

export const loopFunctions: ReadonlySet<string> = new Set(
  'all exists exists_one map filter'.split(' '),
)

export function estimateCheckCost(root: ASTNode): CheckCost {
  const nodes = [...walkNodes(root)]
  const nodesInLoops = new Set(nodes.filter(isLoop).flatMap((loop) => [...walkNodes(loop)]))
  const maxListLength = nodes.reduce(
    (max, node) => (node.op === 'list' ? Math.max(max, node.args.length) : max),
    1,
  )
  const additionsInLoops = [...nodesInLoops].filter(({ op }) => op === '+').length
  return { loopDepth: computeLoopDepth(root), additionsInLoops, maxListLength }
}

function computeLoopDepth(node: ASTNode): number {
  const innerDepth = getChildNodes(node).reduce(
    (max, child) => Math.max(max, computeLoopDepth(child)),
    0,
  )
  return innerDepth + (isLoop(node) ? 1 : 0)
}

const isLoop = (node: ASTNode) => node.op === 'rcall' && loopFunctions.has(node.args[0])

/** Maximum number of row visits, and of list elements that a check may create. */
const maxRowVisits = 250_000
const maxCreatedElements = 10_000_000

/** Whether a check over these values ends soon and takes little memory. */
export function isAffordable(
  { loopDepth, additionsInLoops, maxListLength }: CheckCost,
  values: readonly Json[],
): boolean {
  if (loopDepth === 0) return true
  const rows = values.reduce<number>(
    (max, value) => Math.max(max, findMaxLength(value)),
    maxListLength,
  )
  const createdElements =
    additionsInLoops === 0 ? 0 : (rows * (additionsInLoops + 1)) ** (loopDepth + 1)
  return rows ** loopDepth <= maxRowVisits && createdElements <= maxCreatedElements
}

/** Returns the maximum number of elements of any list or record in a value. */
function findMaxLength(value: Json): number {
  if (!isContainer(value)) return 0
  const parts: readonly Json[] = Array.isArray(value) ? value : Object.values(value)
  return parts.reduce<number>((max, part) => Math.max(max, findMaxLength(part)), parts.length)
}
