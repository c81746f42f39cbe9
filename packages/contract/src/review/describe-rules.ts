import type { RuleCondition, RuleOperator, RuleTree } from './review-rules.ts'

export type RulePart = RuleCondition | RuleTree

export const isGroup = (part: RulePart): part is RuleTree => 'rules' in part

const kinds = ['value', 'confidence', 'json', 'check', 'lookup'] as const
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

export function splitField(field: string): { readonly kind: Kind; readonly name: string } {
  const colon = field.indexOf(':')
  const kind = kinds.find((candidate) => candidate === field.slice(0, colon)) ?? 'value'
  return { kind, name: field.slice(colon + 1) }
}

/** Converts rules to a sentence, which is stored with them. */
export function sentenceOf({ combinator, not, rules }: RuleTree): string {
  const parts = rules.map((part) => (isGroup(part) ? `(${sentenceOf(part)})` : clauseOf(part)))
  const joinedParts = parts.filter((part) => part !== '()').join(` ${combinator} `)
  return not && joinedParts ? `not (${joinedParts})` : joinedParts
}

function clauseOf({ field, operator, value }: RuleCondition): string {
  const { kind, name } = splitField(field)
  const verb = operators[operator]
  if (kind === 'check') return `${name === '' ? 'any check' : `check “${name}”`} ${verb} ${value}`
  if (kind === 'lookup') return `${name === '' ? 'any match' : `match of ${name}`} ${verb} ${value}`
  if (typeof value === 'object') return `${value.key} in ${name} ${verb} “${value.value}”`
  return kind === 'confidence'
    ? `confidence of ${name} ${verb} ${value}%`
    : `${name} ${verb} “${value}”`
}
