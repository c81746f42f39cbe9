import type { AdapterType } from '@recto/contract/adapters'
import type { ConfiguredAdapter } from '../../../shared/session/adapter.ts'
import type { LlmProfile, ProfileSettings } from '../profile.ts'

type AdapterField = 'llm' | 'vectorStore' | 'embeddingModel' | 'textExtractor'

/** The form starts without adapters. */
export type ProfileValues = Omit<ProfileSettings, AdapterField> & {
  readonly [Field in AdapterField]: string | undefined
}

export const adapterFields = [
  { field: 'llm', type: 'LLM', label: 'LLM', missing: 'Please enter the LLM' },
  {
    field: 'vectorStore',
    type: 'VECTOR_DB',
    label: 'Vector store',
    missing: 'Please select the vector store',
  },
  {
    field: 'embeddingModel',
    type: 'EMBEDDING',
    label: 'Embedding model',
    missing: 'Please select the embedding model',
  },
  {
    field: 'textExtractor',
    type: 'X2TEXT',
    label: 'Text extractor',
    missing: 'Please select the text extractor',
  },
] as const satisfies readonly {
  field: AdapterField
  type: AdapterType
  label: string
  missing: string
}[]

const fresh: ProfileValues = {
  name: '',
  llm: undefined,
  vectorStore: undefined,
  embeddingModel: undefined,
  textExtractor: undefined,
  chunkSize: 0,
  chunkOverlap: 0,
  retrievalStrategy: 'simple',
  matchingChunks: 3,
  isHybrid: true,
  reindex: false,
}

/** What the form starts with. A profile reads as names of adapters; the form needs their ids. */
export function initialValues(
  profile: LlmProfile | undefined,
  adapters: readonly ConfiguredAdapter[],
): ProfileValues {
  if (!profile) return fresh
  const { id: _, isDefault: __, ...settings } = profile
  const ids = adapterFields.map(({ field, type }) => {
    const name = profile[field]
    const found = adapters.find((it) => it.type === type && it.name === name)
    return [field, found?.id]
  })
  return { ...settings, ...Object.fromEntries(ids) }
}

/** What is saved. The form does not let go of an empty adapter. */
export const settingsOf = ({
  llm = '',
  vectorStore = '',
  embeddingModel = '',
  textExtractor = '',
  ...others
}: ProfileValues): ProfileSettings => ({
  ...others,
  llm,
  vectorStore,
  embeddingModel,
  textExtractor,
})
