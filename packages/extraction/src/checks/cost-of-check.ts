import type { ASTNode } from '@marcbachmann/cel-js'
import type { Json } from '@recto/provider-spec/answer'
import { nodesIn, partsOfNode } from './columns-of-lists.ts'

/** What a check may take, by its words alone. */
export type CostOfCheck = {
  /** How deep lists are gone through in lists. */
  readonly loops: number
  /** How many additions stand in there: lists can be added up to longer ones. */
  readonly additions: number
  /** Of the longest list that is written in it. */
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

/** How often a check may look at a row, and how much it may make of lists. */
const mostLooks = 250_000
const mostMade = 10_000_000

/** Whether a check ends soon over such values, and takes little memory. */
export function isModest(
  { loops, additions, longest }: CostOfCheck,
  values: readonly Json[],
): boolean {
  if (loops === 0) return true
  const rows = values.reduce<number>((most, value) => Math.max(most, longestIn(value)), longest)
  const made = additions === 0 ? 0 : (rows * (additions + 1)) ** (loops + 1)
  return rows ** loops <= mostLooks && made <= mostMade
}

/** The most parts that a list in it has. */
function longestIn(value: Json): number {
  if (value === null || typeof value !== 'object') return 0
  const parts: readonly Json[] = Array.isArray(value) ? value : Object.values(value)
  return parts.reduce<number>((most, part) => Math.max(most, longestIn(part)), parts.length)
}
