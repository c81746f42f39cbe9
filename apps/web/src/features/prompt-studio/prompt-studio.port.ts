export type { ParsedValue } from './outputs/format-value.ts'
export { type Branch, type Leaf, treeOf, type ValueNode } from './outputs/value-tree.ts'
