import { RetrievalStrategy } from '@recto/contract/prompt-studio/profile-fields'
import type { getSelectChoices } from '@recto/contract/prompt-studio/prompt-studio'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

/** The options of the studio's forms. The keys are historical; clients show and send the values. */
export const selectChoices: EndpointReply<typeof getSelectChoices> = {
  combined_output: { JSON: 'JSON', YAML: 'YAML' },
  choose_llm: { AZURE: 'Azure OpenAI' },
  output_type: {
    string: 'text',
    number: 'number',
    email: 'email',
    date: 'date',
    boolean: 'boolean',
    json: 'json',
    line_item: 'line-item',
    table: 'table',
    record: 'record',
  },
  output_processing: { DEFAULT: 'Default' },
  embedding: {
    azure_openai_embedding: 'azure_openai_embedding',
    openai_embedding: 'openai_embedding',
  },
  retrieval_strategy: Object.fromEntries(RetrievalStrategy.options.map((name) => [name, name])),
  vector_store: { 'Postgres pg_vector': 'Postgres pg_vector', qdrant: 'qdrant' },
}

type AdapterChoice = { readonly id: string; readonly name: string }

export const toChoices = (adapters: readonly AdapterChoice[]): Record<string, string> =>
  Object.fromEntries(adapters.map(({ id, name }) => [id, name]))
