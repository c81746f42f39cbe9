import type { ProviderNetwork } from '@recto/provider-spec/provider'
import { expect, test } from 'vitest'
import { defineProvider } from './define-provider.ts'
import { defineSettings } from './define-settings.ts'
import { text } from './fields.ts'

const provider = defineProvider({
  id: 'acme|00000000-0000-0000-0000-000000000000',
  kind: 'llm',
  name: 'Acme',
  description: 'A model that is made up.',
  settings: defineSettings({
    title: 'Acme',
    fields: {
      model: text({ title: 'Model', prefill: 'acme-1', description: 'The name of a model.' }),
      region: text({ title: 'Region', description: 'Where the model runs.' }).default('eu'),
    },
    when: {
      key: 'region',
      is: 'us',
      fields: { state: text({ title: 'State', description: 'Of the server.' }).default('NY') },
    },
  }),
  open: ({ model, region, state }) => ({
    model: `${model} in ${region}, ${state}`,
    contextWindow: 0,
  }),
  check: async () => {},
})
const externalNetwork = {} as ProviderNetwork

test('gives a provider without a picture of its own the neutral one', () => {
  expect(provider.icon).toBe('/api/v1/static/icons/adapter-icons/unknown.png')
})

test('draws the form and reads the settings from the same fields', () => {
  expect(provider.schema).toMatchObject({
    required: ['adapter_name', 'model'],
    properties: {
      adapter_name: { title: 'Name', maxLength: 128 },
      model: { type: 'string', default: 'acme-1' },
      region: { default: 'eu' },
    },
    allOf: [{ if: { properties: { region: { const: 'us' } }, required: ['region'] } }],
  })
  expect(provider.open({ model: 'acme-2', region: '' }, externalNetwork).model).toBe(
    'acme-2 in eu, NY',
  )
  expect(() => provider.open({}, externalNetwork)).toThrow('Model is missing.')
})
