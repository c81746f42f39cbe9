export type { SurenessTree } from './output.ts'
export type { ParsedValue } from './outputs/format-value.ts'
export { Sureness } from './outputs/Sureness.tsx'
export {
  type Branch,
  type Leaf,
  treeOf,
  type ValueNode,
} from './outputs/value-tree.ts'
export { ProjectPage } from './ProjectPage.tsx'
