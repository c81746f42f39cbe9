import { emptyRules, type RuleCondition, RuleTree } from '@recto/contract/review/review-rules'
import { describe, expect, test } from 'vitest'
import { chooseSample } from './choose-sample.ts'
import {
  confidenceOfField,
  decideReview,
  type ReadValues,
  type ReviewRules,
} from './decide-review.ts'

const values: ReadValues = {
  output: {
    total: 41.5,
    vendor: 'Acme GmbH',
    due: null,
    lines: [
      { item: 'Bolts', count: 4 },
      { item: 'Nuts', count: 12 },
    ],
  },
  metadata: { confidence: { total: 0.42, vendor: 0.97, due: null, lines: 0.8 } },
}
const ruleOf = (
  field: string,
  operator: RuleCondition['operator'],
  value: RuleCondition['value'],
) => ({ combinator: 'and', rules: [{ field, operator, value }] }) as const
const decide = ({ percentage = 0, ...rule }: Partial<ReviewRules>) =>
  decideReview({ logic: 'OR', tree: emptyRules, ...rule }, values, percentage === 100)
const isCaught = (
  field: string,
  operator: RuleCondition['operator'],
  value: RuleCondition['value'],
) => decide({ tree: ruleOf(field, operator, value) }) === 'rules'

describe('percentage and rules together [RV-104]', () => {
  const matchingRule = ruleOf('value:vendor', 'contains', 'Acme')
  const otherRule = ruleOf('value:vendor', 'contains', 'Bolt Ltd')

  test.each([
    ['nothing at all catches nothing', { percentage: 0 }, undefined],
    ['an empty tree leaves it to the share', { percentage: 100 }, 'sample'],
    ['… with AND too', { percentage: 100, logic: 'AND' }, 'sample'],
    [
      'a group of empty groups is empty',
      { percentage: 100, logic: 'AND', tree: { combinator: 'or', rules: [emptyRules] } },
      'sample',
    ],
    ['OR takes a match alone', { tree: matchingRule }, 'rules'],
    ['OR takes the share alone', { percentage: 100, tree: otherRule }, 'sample'],
    ['AND refuses a match outside the share', { logic: 'AND', tree: matchingRule }, undefined],
    ['AND refuses the share alone', { logic: 'AND', percentage: 100, tree: otherRule }, undefined],
    ['AND takes both', { logic: 'AND', percentage: 100, tree: matchingRule }, 'rules and sample'],
  ] as const)('%s', (_, rule, expected) => {
    expect(decide(rule)).toBe(expected)
  })
})

test('the sample is chosen by content and workflow: always the same, a share of all and at least one', () => {
  const hashes = Array.from({ length: 200 }, (_, n) => n.toString(16).padStart(64, '0'))
  const workflowId = '0190d6f8-0000-7000-8000-000000000001'
  const sampleOf = (percentage: number, count = 200, id = workflowId) =>
    chooseSample(hashes.slice(0, count), { workflowId: id, percentage })

  for (const [count, percentage, size] of [
    [200, 30, 60],
    [200, 0, 0],
    [10, 25, 2],
    [3, 1, 1],
    [1, 0.5, 1],
    [7, 100, 7],
  ] as const) {
    expect(sampleOf(percentage, count).size).toBe(size)
  }
  expect(sampleOf(30)).toEqual(sampleOf(30))
  expect(sampleOf(30)).not.toEqual(sampleOf(30, 200, '0190d6f8-0000-7000-8000-000000000002'))
  // A file in a sample is also in every larger sample.
  expect([...sampleOf(40)]).toEqual(expect.arrayContaining([...sampleOf(30)]))
})

describe('conditions [RV-085 RV-106]', () => {
  test.each([
    ['confidence:total', 'less', 50, true],
    ['confidence:total', 'less', 42, false],
    ['confidence:total', 'less_or_equal', 42, true],
    ['confidence:vendor', 'greater', 96, true],
    ['confidence:vendor', 'greater_or_equal', 98, false],
    // Nothing in the document supports it.
    ['confidence:due', 'less', 1, true],
    ['value:total', 'equal', '41.50', true],
    ['value:total', 'greater', '100', false],
    ['value:total', 'less', '1,000', true],
    ['value:total', 'not_equal', '41.5', false],
    ['value:vendor', 'starts_with', 'Acme', true],
    ['value:vendor', 'ends_with', 'Ltd', false],
    ['value:vendor', 'not_contains', 'Ltd', true],
    ['value:due', 'equal', '', true],
    ['value:lines', 'contains', 'Nuts', true],
    ['json:lines', 'greater', { key: 'count', value: '10' }, true],
    ['json:lines', 'greater', { key: 'count', value: '12' }, false],
    ['json:lines', 'equal', { key: 'item', value: 'Bolts' }, true],
    ['json:lines', 'equal', { key: 'price', value: 'Bolts' }, false],
    // The tool has no such field any more.
    ['value:iban', 'not_equal', 'x', false],
  ] as const)('%s %s %o: %s', (field, operator, value, expected) => {
    expect(isCaught(field, operator, value)).toBe(expected)
  })

  test('are joined by and, by or, and turned by not', () => {
    const low = { field: 'confidence:total', operator: 'less', value: 50 } as const
    const dear = { field: 'value:total', operator: 'greater', value: '100' } as const
    const isCaught = (tree: RuleTree) => decide({ tree }) === 'rules'

    expect(isCaught({ combinator: 'and', rules: [low, dear] })).toBe(false)
    expect(isCaught({ combinator: 'or', rules: [low, dear] })).toBe(true)
    expect(isCaught({ combinator: 'and', not: true, rules: [low, dear] })).toBe(true)
    expect(
      isCaught({ combinator: 'and', rules: [low, { combinator: 'or', not: true, rules: [dear] }] }),
    ).toBe(true)
  })
})

test('the confidence of a field is that of its first entry, else that of the whole value [RV-044]', () => {
  const metadata = {
    confidence_data: {
      a: [
        [
          { confidence: 0.3, text: 'x' },
          { confidence: 0.9, text: 'y' },
        ],
      ],
      b: null,
    },
    confidence: { a: 0.8, b: 0.7 },
  }

  expect(confidenceOfField({ output: {}, metadata }, 'a')).toBe(0.3)
  expect(confidenceOfField({ output: {}, metadata }, 'b')).toBe(0.7)
  expect(confidenceOfField({ output: {}, metadata }, 'c')).toBe(0)
})

test('empty values are left out where confidence is looked up [RV-047]', () => {
  const metadata = {
    confidence_data: {
      a: [[], [null, { confidence: null, text: '' }], [{ confidence: 0.4, text: 'x' }]],
      b: [[], null],
    },
    confidence: { a: 0.8, b: 0.7 },
  }

  expect(confidenceOfField({ output: {}, metadata }, 'a')).toBe(0.4)
  expect(confidenceOfField({ output: {}, metadata }, 'b')).toBe(0.7)
})

test('a check is spoken of by its name, and all of them without one', () => {
  const check = (name: string, outcome: string) => ({
    name,
    outcome,
    expression: null,
    across: null,
    fields: [],
    reason: null,
    documents: [],
  })
  const checked = {
    output: {},
    metadata: { checks: [check('Sum', 'confirmed'), check('Same document', 'contradicted')] },
  }
  const isCaughtBy = (
    field: string,
    value: string,
    operator: RuleCondition['operator'] = 'equal',
    values: ReadValues = checked,
  ) =>
    decideReview({ logic: 'OR', tree: ruleOf(field, operator, value) }, values, false) === 'rules'

  expect(isCaughtBy('check:', 'contradicted')).toBe(true)
  expect(isCaughtBy('check:Same document', 'contradicted')).toBe(true)
  expect(isCaughtBy('check:Sum', 'contradicted')).toBe(false)
  expect(isCaughtBy('check:Sum', 'confirmed', 'not_equal')).toBe(false)
  expect(isCaughtBy('check:', 'not_judged')).toBe(false)
  // Nothing was checked.
  expect(isCaughtBy('check:', 'contradicted', 'equal', values)).toBe(false)
})

test('a match is spoken of by its field, and any of them without one', () => {
  const matchedValues = {
    output: { vendor: 'Acme', article: 'Bolts' },
    metadata: { lookups: { vendor: { status: 'matched' }, article: { status: 'ambiguous' } } },
  }
  const isCaughtBy = (field: string, operator: RuleCondition['operator'], value: string) =>
    decideReview({ logic: 'OR', tree: ruleOf(field, operator, value) }, matchedValues, false) ===
    'rules'

  expect(isCaughtBy('lookup:article', 'equal', 'ambiguous')).toBe(true)
  expect(isCaughtBy('lookup:article', 'equal', 'not_found')).toBe(false)
  expect(isCaughtBy('lookup:article', 'not_equal', 'matched')).toBe(true)
  expect(isCaughtBy('lookup:vendor', 'not_equal', 'matched')).toBe(false)
  expect(isCaughtBy('lookup:', 'not_equal', 'matched')).toBe(true)
  // A field that is not matched has no match to be missing.
  expect(isCaughtBy('lookup:total', 'not_equal', 'matched')).toBe(false)
})

test('a group has two children; more are dropped [RV-086]', () => {
  const one = { field: 'value:total', operator: 'equal', value: '1' }
  const parsed = RuleTree.parse({ combinator: 'or', rules: [one, one, one] })

  expect(parsed.rules).toHaveLength(2)
  expect(
    RuleTree.safeParse({ combinator: 'or', rules: [{ ...one, operator: 'like' }] }).success,
  ).toBe(false)
  expect(
    RuleTree.safeParse({ combinator: 'or', rules: [{ ...one, field: 'total' }] }).success,
  ).toBe(false)
})
