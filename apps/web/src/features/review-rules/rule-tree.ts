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

export type RulePart = RuleCondition | RuleTree

export const isGroup = (part: RulePart): part is RuleTree => 'rules' in part

const kinds = ['value', 'confidence', 'json', 'check'] as const
export type Kind = (typeof kinds)[number]

export const operators: Readonly<Record<RuleOperator, string>> = {
  less: 'is less than',
  greater: 'is greater than',
  equal: 'is',
  not_equal: 'is not',
  less_or_equal: 'is at most',
  greater_or_equal: 'is at least',
  starts_with: 'starts with',
  ends_with: 'ends with',
  contains: 'contains',
  not_contains: 'does not contain',
}

const orderOperators: readonly RuleOperator[] = [
  'less',
  'greater',
  'less_or_equal',
  'greater_or_equal',
]

/** Returns the operators of a kind of condition; for numbers, those without text operators. */
export function operatorsOf(kind: Kind): readonly RuleOperator[] {
  if (kind === 'check') return ['equal', 'not_equal']
  if (kind === 'confidence') return [...orderOperators, 'equal', 'not_equal']
  return Object.keys(operators) as RuleOperator[]
}

export function splitField(field: string): { readonly kind: Kind; readonly name: string } {
  const colon = field.indexOf(':')
  const kind = kinds.find((candidate) => candidate === field.slice(0, colon)) ?? 'value'
  return { kind, name: field.slice(colon + 1) }
}

const kindTitles: Readonly<Record<Kind, string>> = {
  value: 'value',
  confidence: 'confidence',
  json: 'key in JSON',
  check: 'check',
}

export const titleOf = (field: string): string => {
  const { kind, name } = splitField(field)
  if (kind === 'check') return name === '' ? 'Any check' : `${name}: check`
  return `${name}: ${kindTitles[kind]}`
}

const kindsOfField: readonly Kind[] = ['value', 'confidence', 'json']

/** Lists the properties of a tool's fields, and of its checks, that conditions can test. */
export const choicesOf = (fields: readonly string[]): readonly string[] => [
  ...fields.flatMap((name) => kindsOfField.map((kind) => `${kind}:${name}`)),
  'check:',
]

/** Possible outcomes of a check. */
export const outcomesOfChecks = {
  contradicted: 'contradicted',
  confirmed: 'confirmed',
  not_judged: 'not evaluated',
} as const

const startValues: Readonly<Record<Kind, RuleCondition['value']>> = {
  value: '',
  confidence: 50,
  json: { key: '', value: '' },
  check: 'contradicted',
}

/** Creates the initial condition for a field. */
export function conditionOn(field: string): RuleCondition {
  const { kind } = splitField(field)
  return { field, operator: kind === 'confidence' ? 'less' : 'equal', value: startValues[kind] }
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

/** Returns the names of fields that the rules use and the tool does not have. */
export const unknownFields = (tree: RuleTree, fields: readonly string[]): readonly string[] => [
  ...new Set(
    conditionsIn(tree)
      .map(({ field }) => splitField(field))
      .filter(({ kind, name }) => kind !== 'check' && !fields.includes(name))
      .map(({ name }) => name),
  ),
]

/** Converts the rules to a sentence, which is stored with them. */
export function sentenceOf({ combinator, not, rules }: RuleTree): string {
  const parts = rules.map((part) => (isGroup(part) ? `(${sentenceOf(part)})` : clauseOf(part)))
  const joinedParts = parts.filter((part) => part !== '()').join(` ${combinator} `)
  return not && joinedParts ? `not (${joinedParts})` : joinedParts
}

function clauseOf({ field, operator, value }: RuleCondition): string {
  const { kind, name } = splitField(field)
  const verb = operators[operator]
  if (kind === 'check') return `${name === '' ? 'any check' : `check “${name}”`} ${verb} ${value}`
  if (typeof value === 'object') return `${value.key} in ${name} ${verb} “${value.value}”`
  return kind === 'confidence'
    ? `confidence of ${name} ${verb} ${value}%`
    : `${name} ${verb} “${value}”`
}
