import type { EvidenceReply, EvidenceTreeReply } from '@recto/contract/evidence'
import { isScalar, type ParsedValue, type Scalar } from './format-value.ts'

export type Leaf = {
  readonly kind: 'leaf'
  /** `$`, `$.seller`, `$.items.0.price`. */
  readonly path: string
  readonly value: Scalar
  /** Empty when no word of the document supports the value. */
  readonly places: readonly EvidenceReply[]
}

export type Branch = {
  readonly kind: 'branch'
  readonly path: string
  readonly isList: boolean
  readonly entries: readonly { readonly name: string; readonly node: ValueNode }[]
}

/** A value with the places where each of its scalars was read. */
export type ValueNode = Leaf | Branch

export function treeOf(value: ParsedValue, evidence: EvidenceTreeReply, path = '$'): ValueNode {
  if (isScalar(value)) {
    return { kind: 'leaf', path, value, places: isPlaces(evidence) ? evidence : [] }
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value).map(([name, child]) => ({
    name,
    node: treeOf(child, childOf(evidence, name), `${path}.${name}`),
  }))
  return { kind: 'branch', path, isList, entries }
}

/** Every scalar of a value, in its order. */
export function leavesOf(node: ValueNode): readonly Leaf[] {
  return node.kind === 'leaf' ? [node] : node.entries.flatMap((entry) => leavesOf(entry.node))
}

function isPlaces(tree: EvidenceTreeReply): tree is readonly EvidenceReply[] {
  return Array.isArray(tree) && tree.every((it) => it !== null && 'boxes' in it)
}

function childOf(tree: EvidenceTreeReply, name: string): EvidenceTreeReply {
  if (tree === null || isPlaces(tree)) return null
  return (tree as Readonly<Record<string, EvidenceTreeReply>>)[name] ?? null
}
