import { expect, test } from 'vitest'
import { fieldOrder } from './field-order.ts'

const rule = (condition: object, consequence: object, otherwise?: object) =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
    ['else', otherwise],
  ])
const having = (...names: string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})

test('without conditions the fields stand as the schema has them', () => {
  expect(fieldOrder({})).toEqual(['*'])
  expect(fieldOrder({ ...having('b', 'a'), allOf: 'nothing' })).toEqual(['b', 'a', '*'])
})

test('a field that appears on a condition stands behind what decides on it', () => {
  const schema = {
    ...having('name', 'mode', 'tag'),
    allOf: [rule(having('mode'), having('blur', 'name'), having('size'))],
  }
  expect(fieldOrder(schema)).toEqual(['name', 'mode', 'blur', 'size', 'tag', '*'])
})

test('a field whose condition is on no field of the form comes last', () => {
  const schema = { ...having('name', 'tag'), allOf: [rule({}, having('blur')), null] }
  expect(fieldOrder(schema)).toEqual(['name', 'tag', 'blur', '*'])
})
