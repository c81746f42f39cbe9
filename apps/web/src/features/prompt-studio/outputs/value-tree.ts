import type { EvidenceReply, EvidenceTreeReply } from '@recto/contract/prompt-studio/evidence'
import { omitUndefined } from '@recto/omit-undefined'
import type { Calibration, NestedConfidence } from '../calibration.ts'
import { isScalar, type ParsedValue, type Scalar } from './format-value.ts'

/** Path of a value that is no part of another one. */
export const rootPath = '$'

export type Leaf = {
  readonly kind: 'leaf'
  /** Path of the value, such as `$`, `$.seller` or `$.items.0.price`. */
  readonly path: string
  readonly value: Scalar
  /** Empty if nothing in the document supports the value. */
  readonly locations: readonly EvidenceReply[]
  /** Confidence from 0 to 1; null if unknown. */
  readonly confidence: number | null
  /** Explains how the value was found, or why there is none. Only known if it is the whole output. */
  readonly explanation?: string | undefined
  /** Calibration of the confidence. Only known if the value is the whole output. */
  readonly calibration?: Calibration | undefined
}

export type Branch = {
  readonly kind: 'branch'
  readonly path: string
  readonly isList: boolean
  readonly entries: readonly { readonly name: string; readonly node: ValueNode }[]
}

/** A value as a tree, with evidence and confidence for each scalar. */
export type ValueNode = Leaf | Branch

type ValueAnnotations = {
  readonly evidence: EvidenceTreeReply
  readonly confidenceTree: NestedConfidence
  /** Explanation of the whole value. */
  readonly explanation?: string | null | undefined
  readonly calibration?: Calibration | undefined
}

export function buildValueTree(
  value: ParsedValue,
  annotations: ValueAnnotations,
  path = rootPath,
): ValueNode {
  const { evidence, confidenceTree, explanation, calibration } = annotations
  if (isScalar(value)) {
    return {
      kind: 'leaf',
      path,
      value,
      locations: isLocationList(evidence) ? evidence : [],
      confidence: toNumber(confidenceTree),
      ...omitUndefined({ explanation: explanation || undefined, calibration }),
    }
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value).map(([name, child]) => ({
    name,
    node: buildValueTree(
      child,
      {
        evidence: getChildEvidence(evidence, name),
        confidenceTree: getChildConfidence(confidenceTree, name),
      },
      `${path}.${name}`,
    ),
  }))
  return { kind: 'branch', path, isList, entries }
}

/** Lists the scalars of a value in order. */
export function listLeaves(node: ValueNode): readonly Leaf[] {
  return node.kind === 'leaf' ? [node] : node.entries.flatMap((entry) => listLeaves(entry.node))
}

function isLocationList(tree: EvidenceTreeReply): tree is readonly EvidenceReply[] {
  return Array.isArray(tree) && tree.every((entry) => entry !== null && 'boxes' in entry)
}

function getChildEvidence(tree: EvidenceTreeReply, name: string): EvidenceTreeReply {
  if (tree === null || isLocationList(tree)) return null
  return (tree as Readonly<Record<string, EvidenceTreeReply>>)[name] ?? null
}

const toNumber = (tree: NestedConfidence): number | null => (typeof tree === 'number' ? tree : null)

function getChildConfidence(tree: NestedConfidence, name: string): NestedConfidence {
  if (tree === null || typeof tree !== 'object') return null
  return (tree as Readonly<Record<string, NestedConfidence>>)[name] ?? null
}
