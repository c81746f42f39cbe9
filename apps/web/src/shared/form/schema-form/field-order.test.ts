import { expect, test } from 'vitest'
import { fieldOrder } from './field-order.ts'

const rule = (condition: object, consequence: object, alternative?: object) =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
    ['else', alternative],
  ])
const schemaWith = (...names: string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})

test('without conditions the fields stand as the schema has them', () => {
  expect(fieldOrder({})).toEqual(['*'])
  expect(fieldOrder({ ...schemaWith('b', 'a'), allOf: 'nothing' })).toEqual(['b', 'a', '*'])
})

test('a field that appears on a condition stands behind what decides on it', () => {
  const schema = {
    ...schemaWith('name', 'mode', 'tag'),
    allOf: [rule(schemaWith('mode'), schemaWith('blur', 'name'), schemaWith('size'))],
  }
  expect(fieldOrder(schema)).toEqual(['name', 'mode', 'blur', 'size', 'tag', '*'])
})

test('a field whose condition is on no field of the form comes last', () => {
  const schema = { ...schemaWith('name', 'tag'), allOf: [rule({}, schemaWith('blur')), null] }
  expect(fieldOrder(schema)).toEqual(['name', 'tag', 'blur', '*'])
})
