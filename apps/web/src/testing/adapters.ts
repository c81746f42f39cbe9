import * as api from '@recto/contract/adapters/adapters'
import { type Answer, answer, fakeServer } from './fake-server.ts'

export const house: api.AdapterListItem = {
  id: '11111111-1111-4111-8111-111111111111',
  adapter_id: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
  adapter_name: 'House model',
  adapter_type: 'LLM',
  created_by: 7,
  description: null,
  icon: '/icons/adapter-icons/OpenAI.png',
  model: 'gpt-4o',
  created_by_email: 'ana@acme.test',
}
export const bens: api.AdapterListItem = {
  ...house,
  id: '22222222-2222-4222-8222-222222222222',
  adapter_name: 'Contracts',
  created_by: 9,
  created_by_email: 'ben@acme.test',
}

export const detail: api.Adapter = {
  ...house,
  created_at: '2026-06-03T09:15:20.123456Z',
  modified_at: '2026-06-03T09:15:20.123456Z',
  is_available: true,
  is_deprecated: false,
  adapter_metadata: { api_key: `sealed:${house.id}:api_key`, model: 'gpt-4o', extra: 'kept' },
  is_active: false,
  is_outside: false,
  shared_to_org: false,
  is_friction_less: false,
  is_usable: true,
  missing_secrets: [],
  organization: 3,
  modified_by: 7,
  shared_users: [],
}

const schema = {
  type: 'object',
  required: ['adapter_name', 'api_key'],
  properties: {
    adapter_name: { type: 'string', title: 'Name', default: '' },
    api_key: { type: 'string', format: 'password', title: 'API Key', default: '' },
    model: { type: 'string', title: 'Model', default: 'gpt-4o' },
  },
}

const noSignIn = { oauth: false, python_social_auth_backend: '' }

const catalogue: api.CatalogueAdapter[] = [
  {
    id: house.adapter_id,
    name: 'OpenAI',
    description: 'GPT models',
    icon: house.icon,
    adapter_type: 'LLM',
    ...noSignIn,
  },
  {
    id: 'replicate|2715ce84-05af-4ab4-b8e9-67ac3211b81e',
    name: 'Replicate',
    description: '',
    icon: house.icon,
    adapter_type: 'LLM',
    ...noSignIn,
  },
]

/** Knows one service, and answers for the stored adapters. */
export function adapterServer(storedAdapters: api.AdapterListItem[], ...extraAnswers: Answer[]) {
  return fakeServer(
    answer(api.listAdapters, () => [...storedAdapters]),
    answer(api.listSupportedAdapters, () => catalogue),
    answer(api.getAdapterSchema, () => ({ json_schema: schema, ...noSignIn })),
    answer(api.getAdapter, () => detail),
    answer(api.testAdapter, () => ({ is_valid: true })),
    answer(api.listLocalAdapters, () => []),
    ...extraAnswers,
  )
}
