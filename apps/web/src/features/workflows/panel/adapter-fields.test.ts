import { expect, test } from 'vitest'
import { toForm, toMetadata, withFreeAdapters } from './adapter-fields.ts'

const schema = {
  type: 'object',
  required: ['challenge_llm', 'language'],
  properties: {
    challenge_llm: { type: 'string', adapterType: 'LLM', adapterIdKey: 'challenge_llm_id' },
    language: { type: 'string' },
  },
}
const nameOf = (id: string) => `name of ${id}`

test('an adapter may be left to the tool, other required settings may not', () => {
  expect(withFreeAdapters(schema).required).toEqual(['language'])
})

test('where the schema offers only adapters, one has to be chosen', () => {
  const llm = { ...schema.properties.challenge_llm, enum: ['1', '2'] }

  expect(withFreeAdapters({ required: ['llm'], properties: { llm } }).required).toEqual(['llm'])
})

test('the form holds the id of an adapter, and only what is a setting', () => {
  const metadata = { challenge_llm: 'House', challenge_llm_id: '1', language: 'en', tenant_id: 'a' }

  expect(toForm(metadata, schema)).toEqual({ challenge_llm: '1', language: 'en' })
  expect(toForm({ challenge_llm: '', challenge_llm_id: '' }, schema)).toEqual({})
})

test('a chosen adapter is kept by name and by id; what else the step holds stays [WF-056]', () => {
  const metadata = { tenant_id: 'a', challenge_llm_id: '1' }

  expect(toMetadata({ challenge_llm: '2' }, { metadata, schema, nameOf })).toEqual({
    tenant_id: 'a',
    challenge_llm: 'name of 2',
    challenge_llm_id: '2',
  })
  expect(toMetadata({}, { metadata, schema, nameOf })).toEqual({
    tenant_id: 'a',
    challenge_llm: '',
    challenge_llm_id: '',
  })
})
