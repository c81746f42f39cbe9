import { distance } from '../bench-reading/text-scores.ts'

/** A cell with how far it reaches. */
type TreeCell = { readonly text: string; readonly columns: number; readonly rows: number }
export type TreeTable = readonly (readonly TreeCell[])[]

type TreeNode = {
  readonly label: string
  readonly cell?: TreeCell
  readonly children: readonly TreeNode[]
}

/**
 * Tree-edit-distance-based similarity of two tables, 0 to 1 (X. Zhong et al., Image-based Table Recognition, 2020): one minus the edit
 * distance of the trees of rows and cells, divided by the nodes of the larger one. Cells with equal spans cost the share of their text that differs.
 */
export function treeSimilarity(expected: TreeTable, actual: TreeTable): number {
  const trees = [toTree(expected), toTree(actual)] as const
  const nodes = Math.max(countNodes(trees[0]), countNodes(trees[1]))
  return 1 - treeDistance(trees[0], trees[1]) / nodes
}

function toTree(table: TreeTable): TreeNode {
  const rows = table.map((row): TreeNode => {
    return { label: 'tr', children: row.map((cell) => ({ label: 'td', cell, children: [] })) }
  })
  return { label: 'table', children: rows }
}

const countNodes = ({ children }: TreeNode): number =>
  children.reduce((sum, child) => sum + countNodes(child), 1)

function changeCost(a: TreeNode, b: TreeNode): number {
  if (a.label !== b.label) return 1
  if (!a.cell || !b.cell) return 0
  if (a.cell.columns !== b.cell.columns || a.cell.rows !== b.cell.rows) return 1
  const length = Math.max(a.cell.text.length, b.cell.text.length)
  return length === 0 ? 0 : distance(a.cell.text, b.cell.text) / length
}

type OrderedTree = {
  readonly nodes: readonly TreeNode[]
  /** The leftmost leaf below each node, by its place in postorder. */
  readonly leftmost: readonly number[]
  readonly keyRoots: readonly number[]
}

function inPostorder(root: TreeNode): OrderedTree {
  const nodes: TreeNode[] = []
  const leftmost: number[] = []
  const visit = (node: TreeNode): number => {
    const leaves = node.children.map(visit)
    const first = leaves[0] ?? nodes.length
    nodes.push(node)
    leftmost.push(first)
    return first
  }
  visit(root)
  const lastOf = new Map(leftmost.map((leaf, index) => [leaf, index]))
  return { nodes, leftmost, keyRoots: [...lastOf.values()].sort((a, b) => a - b) }
}

/** K. Zhang and D. Shasha, Simple Fast Algorithms for the Editing Distance between Trees, 1989. */
function treeDistance(first: TreeNode, second: TreeNode): number {
  const a = inPostorder(first)
  const b = inPostorder(second)
  const distances = a.nodes.map(() => new Float64Array(b.nodes.length))
  for (const i of a.keyRoots) for (const j of b.keyRoots) fillForest({ a, b, distances }, i, j)
  return distances.at(-1)!.at(-1)!
}

type Comparison = {
  readonly a: OrderedTree
  readonly b: OrderedTree
  readonly distances: readonly Float64Array[]
}

function fillForest({ a, b, distances }: Comparison, i: number, j: number): void {
  const fromA = a.leftmost[i]!
  const fromB = b.leftmost[j]!
  const rows = Array.from({ length: i - fromA + 2 }, (_, x) => {
    const row = new Float64Array(j - fromB + 2)
    row[0] = x
    return row
  })
  for (let y = 1; y < rows[0]!.length; y++) rows[0]![y] = y
  for (let x = 1; x < rows.length; x++)
    for (let y = 1; y < rows[0]!.length; y++) {
      const nodeA = fromA + x - 1
      const nodeB = fromB + y - 1
      const oneLess = Math.min(rows[x - 1]![y]! + 1, rows[x]![y - 1]! + 1)
      const areTrees = a.leftmost[nodeA] === fromA && b.leftmost[nodeB] === fromB
      if (areTrees) {
        const changedCost = rows[x - 1]![y - 1]! + changeCost(a.nodes[nodeA]!, b.nodes[nodeB]!)
        rows[x]![y] = Math.min(oneLess, changedCost)
        distances[nodeA]![nodeB] = rows[x]![y]!
      } else {
        const previousRow = rows[a.leftmost[nodeA]! - fromA]![b.leftmost[nodeB]! - fromB]!
        rows[x]![y] = Math.min(oneLess, previousRow + distances[nodeA]![nodeB]!)
      }
    }
}
