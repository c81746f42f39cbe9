import type { ASTNode } from '@marcbachmann/cel-js'
import type { Json } from '@recto/provider-spec/answer'
import { nodesIn, partsOfNode } from './columns-of-lists.ts'

/** Cost of a check, estimated from its text alone. */
export type CostOfCheck = {
  /** Maximum depth of nested loops over lists. */
  readonly loops: number
  /** Number of additions inside loops: they can concatenate lists to longer ones. */
  readonly additions: number
  /** Length of the longest list literal. */
  readonly longest: number
}

export const loops: ReadonlySet<string> = new Set('all exists exists_one map filter'.split(' '))

export function costOf(root: ASTNode): CostOfCheck {
  const all = [...nodesIn(root)]
  const inside = new Set(all.filter(isLoop).flatMap((loop) => [...nodesIn(loop)]))
  const longest = all.reduce(
    (most, node) => (node.op === 'list' ? Math.max(most, node.args.length) : most),
    1,
  )
  const additions = [...inside].filter(({ op }) => op === '+').length
  return { loops: depthOfLoops(root), additions, longest }
}

function depthOfLoops(node: ASTNode): number {
  const deepest = partsOfNode(node).reduce((most, one) => Math.max(most, depthOfLoops(one)), 0)
  return deepest + (isLoop(node) ? 1 : 0)
}

const isLoop = (node: ASTNode) => node.op === 'rcall' && loops.has(node.args[0])

/** Maximum number of row visits, and of list elements that a check may create. */
const mostLooks = 250_000
const mostMade = 10_000_000

/** Whether a check over these values ends soon and takes little memory. */
export function isModest(
  { loops, additions, longest }: CostOfCheck,
  values: readonly Json[],
): boolean {
  if (loops === 0) return true
  const rows = values.reduce<number>((most, value) => Math.max(most, longestIn(value)), longest)
  const made = additions === 0 ? 0 : (rows * (additions + 1)) ** (loops + 1)
  return rows ** loops <= mostLooks && made <= mostMade
}

/** Returns the maximum number of elements of any list or record in a value. */
function longestIn(value: Json): number {
  if (value === null || typeof value !== 'object') return 0
  const parts: readonly Json[] = Array.isArray(value) ? value : Object.values(value)
  return parts.reduce<number>((most, part) => Math.max(most, longestIn(part)), parts.length)
}
