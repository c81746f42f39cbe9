import { sentenceOf } from '@recto/contract/review/describe-rules'
import { RuleTree } from '@recto/contract/review/review-rules'
import { expect, test } from 'vitest'
import {
  choicesOf,
  conditionOn,
  emptyRules,
  isFull,
  operatorsOf,
  titleOf,
  treeOf,
  unknownFields,
} from './rule-tree.ts'

const total = conditionOn('value:total')
const vendor = conditionOn('confidence:vendor')
const line = conditionOn('json:lines')
const all = (...rules: RuleTree['rules']): RuleTree => ({ combinator: 'and', rules })

test('a group takes two parts, at every depth, and a third is dropped [RV-086]', () => {
  expect([isFull(emptyRules, []), isFull(all(total), []), isFull(all(total, vendor), [])]).toEqual([
    false,
    false,
    true,
  ])
  const deep = all(total, all(vendor))
  expect([isFull(deep, [1]), isFull(all(total, all(vendor, line)), [1])]).toEqual([false, true])
  expect(treeOf(all(total, all(total, vendor, line), line))).toEqual(all(total, all(total, vendor)))
})

test('a field is asked for its value, its confidence in percent, or a key of its JSON [RV-082 RV-083 RV-084 RV-085]', () => {
  expect(choicesOf({ names: ['total'], matchedNames: [] })).toEqual([
    'value:total',
    'confidence:total',
    'json:total',
    'check:',
  ])
  expect(choicesOf({ names: ['total'], matchedNames: ['total'] })).toEqual([
    'value:total',
    'confidence:total',
    'json:total',
    'lookup:total',
    'check:',
    'lookup:',
  ])
  expect(titleOf('value:a:b')).toBe('a:b: value')
  expect([total.value, vendor.value, line.value]).toEqual(['', 50, { key: '', value: '' }])
  expect(operatorsOf('value')).toHaveLength(10)
  expect(operatorsOf('confidence')).not.toContain('starts_with')
})

test('what is built is stored with its ids and operators that its fields have, and nothing else that the builder notes', () => {
  const notedRule = { ...vendor, id: '1', valueSource: 'value', operator: 'starts_with' }

  expect(treeOf({ combinator: 'or', not: true, rules: [notedRule] })).toEqual({
    combinator: 'or',
    not: true,
    rules: [{ ...vendor, id: '1' }],
  })
})

test('a tree is a sentence', () => {
  const tree = all(total, all({ ...vendor, value: 80 }))

  expect(sentenceOf(tree)).toBe('total is “” and (confidence of vendor is less than 80%)')
  expect(
    sentenceOf({ ...all(line, all({ ...vendor, value: 80 })), combinator: 'or', not: true }),
  ).toBe('not ( in lines is “” or (confidence of vendor is less than 80%))')
  expect(sentenceOf(all(emptyRules))).toBe('')
})

test('fields that the tool has no longer are named once; what is built is what the server reads', () => {
  const tree = all(total, conditionOn('confidence:total'))
  expect(unknownFields(tree, ['vendor'])).toEqual(['total'])
  expect(unknownFields(tree, ['total'])).toEqual([])
  expect(RuleTree.parse(JSON.parse(JSON.stringify(tree)))).toEqual(tree)
})
