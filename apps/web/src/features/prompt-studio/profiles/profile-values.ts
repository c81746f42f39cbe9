import type { AdapterListItem, AdapterType } from '@recto/contract/adapters'
import type { LlmProfile, RetrievalStrategy } from '@recto/contract/profiles'

export type ProfileValues = {
  readonly profile_name: string
  readonly llm: string | undefined
  readonly vector_store: string | undefined
  readonly embedding_model: string | undefined
  readonly x2text: string | undefined
  readonly chunk_size: number | null
  readonly chunk_overlap: number | null
  readonly retrieval_strategy: RetrievalStrategy
  readonly similarity_top_k: number | null
  readonly reindex: boolean
}

export const adapterFields = [
  { field: 'llm', type: 'LLM', label: 'LLM', missing: 'Please enter the LLM' },
  {
    field: 'vector_store',
    type: 'VECTOR_DB',
    label: 'Vector store',
    missing: 'Please select the vector store',
  },
  {
    field: 'embedding_model',
    type: 'EMBEDDING',
    label: 'Embedding model',
    missing: 'Please select the embedding model',
  },
  {
    field: 'x2text',
    type: 'X2TEXT',
    label: 'Text extractor',
    missing: 'Please select the text extractor',
  },
] as const satisfies readonly {
  field: keyof ProfileValues
  type: AdapterType
  label: string
  missing: string
}[]

const fresh: ProfileValues = {
  profile_name: '',
  llm: undefined,
  vector_store: undefined,
  embedding_model: undefined,
  x2text: undefined,
  chunk_size: 0,
  chunk_overlap: 0,
  retrieval_strategy: 'simple',
  similarity_top_k: 3,
  reindex: false,
}

/** What the form starts with. A profile reads as names of adapters; the form needs their ids. */
export function initialValues(
  profile: LlmProfile | undefined,
  adapters: readonly AdapterListItem[],
): ProfileValues {
  if (!profile) return fresh
  const ids = adapterFields.map(({ field, type }) => {
    const name = profile[field]
    const found = adapters.find((it) => it.adapter_type === type && it.adapter_name === name)
    return [field, found?.id]
  })
  const { profile_name, chunk_size, chunk_overlap, retrieval_strategy, similarity_top_k, reindex } =
    profile
  return {
    ...fresh,
    ...Object.fromEntries(ids),
    profile_name,
    chunk_size,
    chunk_overlap,
    retrieval_strategy,
    similarity_top_k,
    reindex,
  }
}
