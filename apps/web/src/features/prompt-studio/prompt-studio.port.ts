export type { Json } from './outputs/format-value.ts'
export { type Branch, type Leaf, type Node, treeOf } from './outputs/value-tree.ts'
