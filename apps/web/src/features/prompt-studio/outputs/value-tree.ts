import type { EvidenceReply, EvidenceTreeReply } from '@recto/contract/evidence'
import type { Certainty, SurenessTree } from '../certainty.ts'
import { isScalar, type ParsedValue, type Scalar } from './format-value.ts'

export type Leaf = {
  readonly kind: 'leaf'
  /** `$`, `$.seller`, `$.items.0.price`. */
  readonly path: string
  readonly value: Scalar
  /** Empty when no word of the document supports the value. */
  readonly places: readonly EvidenceReply[]
  /** 0 to 1; null when it is not known. */
  readonly sureness: number | null
  /** How it was found, or why it was not; of a value that is a scalar, where it is known. */
  readonly why?: string | undefined
  /** Of a value that is a scalar, where truths have calibrated its sureness. */
  readonly certainty?: Certainty | undefined
}

export type Branch = {
  readonly kind: 'branch'
  readonly path: string
  readonly isList: boolean
  readonly entries: readonly { readonly name: string; readonly node: ValueNode }[]
}

/** A value with the places where each of its scalars was read. */
export type ValueNode = Leaf | Branch

type Read = {
  readonly evidence: EvidenceTreeReply
  readonly sureness: SurenessTree
  /** Of the whole value. */
  readonly explanation?: string | null | undefined
  readonly certainty?: Certainty | undefined
}

export function treeOf(value: ParsedValue, read: Read, path = '$'): ValueNode {
  const { evidence, sureness, explanation, certainty } = read
  if (isScalar(value)) {
    const places = isPlaces(evidence) ? evidence : []
    const why = explanation ?? undefined
    const known = { ...(why && { why }), ...(certainty && { certainty }) }
    return { kind: 'leaf', path, value, places, sureness: numberOf(sureness), ...known }
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value).map(([name, child]) => ({
    name,
    node: treeOf(
      child,
      { evidence: childOf(evidence, name), sureness: surenessOf(sureness, name) },
      `${path}.${name}`,
    ),
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

const numberOf = (tree: SurenessTree): number | null => (typeof tree === 'number' ? tree : null)

function surenessOf(tree: SurenessTree, name: string): SurenessTree {
  if (tree === null || typeof tree !== 'object') return null
  return (tree as Readonly<Record<string, SurenessTree>>)[name] ?? null
}
