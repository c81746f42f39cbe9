import { RuleTree } from '@recto/contract/review-rules'
import { expect, test } from 'vitest'
import {
  choicesOf,
  conditionOn,
  emptyRules,
  lostFields,
  operatorsOf,
  sentenceOf,
  titleOf,
  withNew,
  without,
  withPart,
} from './rule-tree.ts'

const total = conditionOn('value:total')
const vendor = conditionOn('confidence:vendor')
const line = conditionOn('json:lines')

test('a third part of a group is dropped, at every depth [RV-086]', () => {
  const full = withNew(withNew(withNew(emptyRules, [], total), [], vendor), [], line)
  expect(full.rules).toEqual([total, vendor])

  const deep = withNew(withNew(emptyRules, [], total), [], emptyRules)
  const inner = [total, vendor, line].reduce((tree, part) => withNew(tree, [1], part), deep)
  expect(inner.rules[1]).toEqual({ ...emptyRules, rules: [total, vendor] })
})

test('a field is asked for its value, its confidence in percent, or a key of its JSON [RV-082 RV-083 RV-084 RV-085]', () => {
  expect(choicesOf(['total'])).toEqual(['value:total', 'confidence:total', 'json:total'])
  expect(titleOf('value:a:b')).toBe('a:b: value')
  expect([total.value, vendor.value, line.value]).toEqual(['', 50, { key: '', value: '' }])
  expect(operatorsOf('value')).toHaveLength(10)
  expect(operatorsOf('confidence')).not.toContain('starts_with')
})

test('parts are changed and taken out where they stand, and the rest stays', () => {
  const tree = withNew(withNew(withNew(emptyRules, [], total), [], emptyRules), [1], vendor)
  const changed = withPart(tree, [1, 0], { ...vendor, value: 80 })
  expect(sentenceOf(changed)).toBe('total is “” and (confidence of vendor is less than 80 %)')
  expect(without(changed, [1]).rules).toEqual([total])
  expect(sentenceOf({ ...withPart(changed, [0], line), combinator: 'or', not: true })).toBe(
    'not ( in lines is “” or (confidence of vendor is less than 80 %))',
  )
  expect(sentenceOf(withNew(emptyRules, [], emptyRules))).toBe('')
})

test('fields that the tool has no longer are named once; what is built is what the server reads', () => {
  const tree = withNew(withNew(emptyRules, [], total), [], conditionOn('confidence:total'))
  expect(lostFields(tree, ['vendor'])).toEqual(['total'])
  expect(lostFields(tree, ['total'])).toEqual([])
  expect(RuleTree.parse(JSON.parse(JSON.stringify(tree)))).toEqual(tree)
})
