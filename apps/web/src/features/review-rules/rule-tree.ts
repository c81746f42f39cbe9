import type { LookupStatus } from '@recto/contract/lookups/lookup-matches'
import { isGroup, type Kind, operators, splitField } from '@recto/contract/review/describe-rules'
import {
  emptyRules,
  type RuleCondition,
  type RuleOperator,
  type RuleTree,
} from '@recto/contract/review/review-rules'
import { omitUndefined } from '@recto/omit-undefined'

export type { RuleCondition, RuleTree }
export { emptyRules }

/** Maximum number of parts of a group. */
export const MAX_PARTS = 2
/** Maximum depth of nested groups. */
export const MAX_DEPTH = 8

const orderOperators: readonly RuleOperator[] = [
  'less',
  'greater',
  'less_or_equal',
  'greater_or_equal',
]

/** Returns the operators of a kind of condition; for numbers, those without text operators. */
export function operatorsOf(kind: Kind): readonly RuleOperator[] {
  if (kind === 'check' || kind === 'lookup') return ['equal', 'not_equal']
  if (kind === 'confidence') return [...orderOperators, 'equal', 'not_equal']
  return Object.keys(operators) as RuleOperator[]
}

const kindTitles: Readonly<Record<Kind, string>> = {
  value: 'value',
  confidence: 'confidence',
  json: 'key in JSON',
  check: 'check',
  lookup: 'match',
}

export const titleOf = (field: string): string => {
  const { kind, name } = splitField(field)
  if (kind === 'check') return name === '' ? 'Any check' : `${name}: check`
  if (kind === 'lookup' && name === '') return 'Any match'
  return `${name}: ${kindTitles[kind]}`
}

const kindsOfField: readonly Kind[] = ['value', 'confidence', 'json']

/** The fields of a tool. */
export type RuleFields = {
  readonly names: readonly string[]
  /** The names of those whose values are matched to lookup tables. */
  readonly matchedNames: readonly string[]
}

export const noFields: RuleFields = { names: [], matchedNames: [] }

/** Lists the properties of a tool's fields, and of its checks, that conditions can test. */
export const choicesOf = ({ names, matchedNames }: RuleFields): readonly string[] => [
  ...names.flatMap((name) =>
    [...kindsOfField, ...(matchedNames.includes(name) ? (['lookup'] as const) : [])].map(
      (kind) => `${kind}:${name}`,
    ),
  ),
  'check:',
  ...(matchedNames.length > 0 ? ['lookup:'] : []),
]

/** Possible outcomes of a check. */
export const outcomesOfChecks = {
  contradicted: 'contradicted',
  confirmed: 'confirmed',
  not_judged: 'not evaluated',
} as const

/** Possible statuses of a match in a lookup table. */
export const statusesOfLookups: Readonly<Record<LookupStatus, string>> = {
  matched: 'matched',
  ambiguous: 'ambiguous',
  not_found: 'not in the table',
  no_value: 'no value',
  no_table: 'no table',
  too_many: 'too many rows',
}

const startValues: Readonly<Record<Kind, RuleCondition['value']>> = {
  value: '',
  confidence: 50,
  json: { key: '', value: '' },
  check: 'contradicted',
  lookup: 'matched',
}

const startOperators: Readonly<Partial<Record<Kind, RuleOperator>>> = {
  confidence: 'less',
  lookup: 'not_equal',
}

/** Creates the initial condition for a field. */
export function conditionOn(field: string): RuleCondition {
  const { kind } = splitField(field)
  return { field, operator: startOperators[kind] ?? 'equal', value: startValues[kind] }
}

/** Returns whether a group has the maximum number of parts. */
export function isFull(tree: RuleTree, path: readonly number[]): boolean {
  const [first, ...rest] = path
  if (first === undefined) return tree.rules.length >= MAX_PARTS
  const part = tree.rules[first]
  return part !== undefined && isGroup(part) && isFull(part, rest)
}

/**
 * Converts the state of the rule builder to the stored form. Parts retain the ids that the builder
 * uses.
 */
export function treeOf({ id, combinator, not, rules }: BuiltGroup): RuleTree {
  return omitUndefined({
    id,
    combinator: combinator === 'or' ? 'or' : 'and',
    not: not || undefined,
    rules: rules
      .slice(0, MAX_PARTS)
      .map((part) => ('rules' in part ? treeOf(part) : conditionOf(part))),
  })
}

type BuiltCondition = {
  readonly id?: string | undefined
  readonly field: string
  readonly operator: string
  readonly value: unknown
}
type BuiltGroup = {
  readonly id?: string | undefined
  readonly combinator: string
  readonly not?: boolean | undefined
  readonly rules: readonly (BuiltCondition | BuiltGroup)[]
}

/**
 * Converts a condition. If its operator does not fit the field, such as after choosing another
 * field, the default one is used.
 */
function conditionOf({ id, field, operator, value }: BuiltCondition): RuleCondition {
  const defaultCondition = conditionOn(field)
  const validOperator = operatorsOf(splitField(field).kind).find(
    (candidate) => candidate === operator,
  )
  return {
    ...omitUndefined({ id }),
    field,
    operator: validOperator ?? defaultCondition.operator,
    value: (value ?? defaultCondition.value) as RuleCondition['value'],
  }
}

export const conditionsIn = ({ rules }: RuleTree): readonly RuleCondition[] =>
  rules.flatMap((part) => (isGroup(part) ? conditionsIn(part) : [part]))

/** Whether the tool does not have the field. Conditions on checks, and on any match, name none. */
export const isLostField = (
  { kind, name }: ReturnType<typeof splitField>,
  fields: readonly string[],
): boolean => kind !== 'check' && !(kind === 'lookup' && name === '') && !fields.includes(name)

/** Returns the names of fields that the rules use and the tool does not have. */
export const unknownFields = (tree: RuleTree, fields: readonly string[]): readonly string[] => [
  ...new Set(
    conditionsIn(tree)
      .map(({ field }) => splitField(field))
      .filter((field) => isLostField(field, fields))
      .map(({ name }) => name),
  ),
]
