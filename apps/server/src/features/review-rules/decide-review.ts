import type {
  RuleCondition,
  RuleLogic,
  RuleOperator,
  RuleTree,
} from '@recto/contract/review/review-rules'
import {
  type AnyNumber,
  compareNumbers,
  isContainer,
  readNumber,
} from '@recto/exact-json/exact-number'
import { outcomesOfChecks, statusesOfLookups } from './outcomes-in-metadata.ts'

export type ReviewRules = {
  readonly percentage: number
  readonly logic: RuleLogic
  readonly tree: RuleTree
  /**
   * Maximum number of wrong values per thousand that may pass without review; absent when no target
   * is set.
   */
  readonly wrongPerThousand?: number | null | undefined
}

/** Values read from a file, in the form of its result. */
export type ReadValues = {
  readonly output: Readonly<Record<string, unknown>>
  readonly metadata?:
    | {
        readonly confidence?: unknown
        readonly confidence_data?: unknown
        readonly checks?: unknown
        readonly lookups?: unknown
      }
    | undefined
}

/** Reason why a file is sent to review; `undefined` when it is not. */
export type ReviewReason = 'sample' | 'rules' | 'rules and sample' | 'confidence'

/**
 * Decides whether a file is sent to review. An empty tree is ignored, so that the sample alone
 * decides. With AND the file must match the tree and be in the sample, with OR one of them is
 * enough.
 */
export function decideReview(
  { logic, tree }: Pick<ReviewRules, 'logic' | 'tree'>,
  values: ReadValues,
  isSampled: boolean,
): ReviewReason | undefined {
  if (isEmptyTree(tree)) return isSampled ? 'sample' : undefined
  const isMatch = matches(tree, values)
  if (isMatch && isSampled) return 'rules and sample'
  if (logic === 'AND') return undefined
  if (isMatch) return 'rules'
  return isSampled ? 'sample' : undefined
}

const isGroup = (part: RuleCondition | RuleTree): part is RuleTree => 'rules' in part

/** Whether the tree has no conditions; groups may be nested. */
function isEmptyTree({ rules }: RuleTree): boolean {
  return rules.every((part) => isGroup(part) && isEmptyTree(part))
}

/** Returns the names of the fields to which a tree refers; checks, and any match, are left out. */
export function fieldsOfTree({ rules }: RuleTree): string[] {
  return rules.flatMap((part) => {
    if (isGroup(part)) return fieldsOfTree(part)
    const { of: kind, name } = splitField(part.field)
    return kind === 'check' || (kind === 'lookup' && name === '') ? [] : [name]
  })
}

function matches({ combinator, not, rules }: RuleTree, values: ReadValues): boolean {
  const parts = rules.filter((part) => !isGroup(part) || !isEmptyTree(part))
  const holds = (part: RuleCondition | RuleTree) =>
    isGroup(part) ? matches(part, values) : isTrue(part, values)
  const isMatch = combinator === 'and' ? parts.every(holds) : parts.some(holds)
  return not === true ? !isMatch : isMatch
}

function splitField(field: string) {
  const colon = field.indexOf(':')
  return { of: field.slice(0, colon), name: field.slice(colon + 1) }
}

/** A condition on a field that the tool no longer has is never true. */
function isTrue({ field, operator, value }: RuleCondition, values: ReadValues): boolean {
  const { of: kind, name } = splitField(field)
  if (kind === 'check')
    return compareLeaves(operator, outcomesOfChecks(values, name), String(value))
  if (kind === 'lookup') return isTrueOfLookups(operator, statusesOfLookups(values, name), value)
  if (!Object.hasOwn(values.output, name)) return false
  if (kind === 'confidence')
    return compare(operator, confidenceOfField(values, name) * 100, Number(value))
  const outputValue = values.output[name]
  if (typeof value === 'object')
    return compareLeaves(operator, leavesUnder(outputValue, value.key), value.value)
  return compareLeaves(operator, leavesOf(outputValue), String(value))
}

/** Returns whether one match satisfies the condition, also for “is not”; a field that is not matched has none. */
const isTrueOfLookups = (
  operator: RuleOperator,
  statuses: readonly string[],
  value: RuleCondition['value'],
): boolean => statuses.some((status) => compareLeaves(operator, [status], String(value)))

/**
 * Confidence from 0 to 1 of the field's first entry; 0 when nothing in the document supports the
 * value.
 */
export function confidenceOfField({ metadata }: ReadValues, name: string): number {
  const entry = firstEntry(fieldOf(metadata?.confidence_data, name))
  const whole = entry ?? fieldOf(metadata?.confidence, name)
  return typeof whole === 'number' ? whole : 0
}

const fieldOf = (fields: unknown, name: string): unknown =>
  (fields as Readonly<Record<string, unknown>> | null | undefined)?.[name]

/** Returns the first confidence in nested entries; empty entries are skipped. */
function firstEntry(entries: unknown): number | undefined {
  if (Array.isArray(entries)) {
    for (const entry of entries) {
      const confidence = firstEntry(entry)
      if (confidence !== undefined) return confidence
    }
    return undefined
  }
  const confidence = fieldOf(entries, 'confidence')
  return typeof confidence === 'number' ? confidence : undefined
}

/** Returns every scalar value in order; an empty list or object counts as one empty text. */
function leavesOf(value: unknown): string[] {
  if (value === null || value === undefined) return ['']
  if (!isContainer(value)) return [String(value)]
  const leaves = Object.values(value).flatMap(leavesOf)
  return leaves.length > 0 ? leaves : ['']
}

function leavesUnder(value: unknown, key: string): string[] {
  if (!isContainer(value)) return []
  return Object.entries(value).flatMap(([name, part]) => [
    ...(name === key && !Array.isArray(value) ? leavesOf(part) : []),
    ...leavesUnder(part, key),
  ])
}

const negations: Partial<Record<RuleOperator, RuleOperator>> = {
  not_equal: 'equal',
  not_contains: 'contains',
}

/**
 * Whether any of the values satisfies the operator; for a negated operator, none may satisfy its
 * opposite.
 */
function compareLeaves(
  operator: RuleOperator,
  leaves: readonly string[],
  expectedValue: string,
): boolean {
  const positiveOperator = negations[operator]
  if (positiveOperator) return !compareLeaves(positiveOperator, leaves, expectedValue)
  return leaves.some((one) => compare(operator, one, expectedValue))
}

type Comparable = string | number

function compare(
  operator: RuleOperator,
  actualValue: Comparable,
  expectedValue: Comparable,
): boolean {
  const text = String(actualValue)
  const expectedText = String(expectedValue)
  switch (operator) {
    case 'starts_with':
      return text.startsWith(expectedText)
    case 'ends_with':
      return text.endsWith(expectedText)
    case 'contains':
      return text.includes(expectedText)
    case 'not_contains':
      return !text.includes(expectedText)
    default:
      return isOrdered(operator, order(actualValue, expectedValue))
  }
}

/** Compares as numbers if both are numbers, else as texts. */
function order(actualValue: Comparable, expectedValue: Comparable): number {
  const a = numberOf(actualValue)
  const b = numberOf(expectedValue)
  if (a !== undefined && b !== undefined) return compareNumbers(a, b)
  const text = String(actualValue)
  const expectedText = String(expectedValue)
  if (text === expectedText) return 0
  return text < expectedText ? -1 : 1
}

function numberOf(value: Comparable): AnyNumber | undefined {
  return typeof value === 'number' ? value : readNumber(value.replaceAll(',', '').trim())
}

function isOrdered(operator: RuleOperator, order: number): boolean {
  switch (operator) {
    case 'less':
      return order < 0
    case 'greater':
      return order > 0
    case 'less_or_equal':
      return order <= 0
    case 'greater_or_equal':
      return order >= 0
    case 'equal':
      return order === 0
    default:
      return order !== 0
  }
}
