import {
  emptyRules,
  type RuleCondition,
  type RuleOperator,
  type RuleTree,
} from '@recto/contract/review-rules'

export type { RuleCondition, RuleTree }
export { emptyRules }

/** A group has so many children at most. */
export const MOST_PARTS = 2
/** Groups stand in groups, so deep at most. */
export const MOST_DEPTH = 8

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

const ordered: readonly RuleOperator[] = ['less', 'greater', 'less_or_equal', 'greater_or_equal']

/** Of a number all but what is asked of texts. */
export function operatorsOf(kind: Kind): readonly RuleOperator[] {
  if (kind === 'check') return ['equal', 'not_equal']
  if (kind === 'confidence') return [...ordered, 'equal', 'not_equal']
  return Object.keys(operators) as RuleOperator[]
}

export function splitField(field: string): { readonly kind: Kind; readonly name: string } {
  const colon = field.indexOf(':')
  const kind = kinds.find((one) => one === field.slice(0, colon)) ?? 'value'
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

/** What a rule can ask of the fields of a tool, and of its checks. */
export const choicesOf = (fields: readonly string[]): readonly string[] => [
  ...fields.flatMap((name) => kindsOfField.map((kind) => `${kind}:${name}`)),
  'check:',
]

/** How a check can have come out. */
export const outcomesOfChecks = {
  contradicted: 'contradicted',
  confirmed: 'confirmed',
  not_judged: 'not judged',
} as const

const startValues: Readonly<Record<Kind, RuleCondition['value']>> = {
  value: '',
  confidence: 50,
  json: { key: '', value: '' },
  check: 'contradicted',
}

/** Asks of a field what is asked first of its kind. */
export function conditionOn(field: string): RuleCondition {
  const { kind } = splitField(field)
  return { field, operator: kind === 'confidence' ? 'less' : 'equal', value: startValues[kind] }
}

/** Whether a group has as many parts as it can have. */
export function isFull(tree: RuleTree, at: readonly number[]): boolean {
  const [first, ...rest] = at
  if (first === undefined) return tree.rules.length >= MOST_PARTS
  const part = tree.rules[first]
  return part !== undefined && isGroup(part) && isFull(part, rest)
}

/** What was built, as it is stored. Parts keep the ids by which the builder knows them. */
export function treeOf({ id, combinator, not, rules }: BuiltGroup): RuleTree {
  return {
    ...(id !== undefined && { id }),
    combinator: combinator === 'or' ? 'or' : 'and',
    ...(not && { not }),
    rules: rules
      .slice(0, MOST_PARTS)
      .map((part) => ('rules' in part ? treeOf(part) : conditionOf(part))),
  }
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

/** An operator that a field does not have, as after another was chosen, is the usual one of its kind. */
function conditionOf({ id, field, operator, value }: BuiltCondition): RuleCondition {
  const usual = conditionOn(field)
  const known = operatorsOf(splitField(field).kind).find((one) => one === operator)
  return {
    ...(id !== undefined && { id }),
    ...{ field, operator: known ?? usual.operator },
    value: (value ?? usual.value) as RuleCondition['value'],
  }
}

export const conditionsIn = ({ rules }: RuleTree): readonly RuleCondition[] =>
  rules.flatMap((part) => (isGroup(part) ? conditionsIn(part) : [part]))

/** The names of fields that rules speak of and the tool has not. */
export const lostFields = (tree: RuleTree, fields: readonly string[]): readonly string[] => [
  ...new Set(
    conditionsIn(tree)
      .map(({ field }) => splitField(field))
      .filter(({ kind, name }) => kind !== 'check' && !fields.includes(name))
      .map(({ name }) => name),
  ),
]

/** The tree as a sentence, as it is stored beside it. */
export function sentenceOf({ combinator, not, rules }: RuleTree): string {
  const parts = rules.map((part) => (isGroup(part) ? `(${sentenceOf(part)})` : clauseOf(part)))
  const joined = parts.filter((part) => part !== '()').join(` ${combinator} `)
  return not && joined ? `not (${joined})` : joined
}

function clauseOf({ field, operator, value }: RuleCondition): string {
  const { kind, name } = splitField(field)
  const verb = operators[operator]
  if (kind === 'check') return `${name === '' ? 'any check' : `check “${name}”`} ${verb} ${value}`
  if (typeof value === 'object') return `${value.key} in ${name} ${verb} “${value.value}”`
  return kind === 'confidence'
    ? `confidence of ${name} ${verb} ${value} %`
    : `${name} ${verb} “${value}”`
}
