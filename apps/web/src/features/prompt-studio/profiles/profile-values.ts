import type { AdapterType } from '@recto/contract/adapters'
import type { ConfiguredAdapter } from '../../../shared/session/adapter.ts'
import type { DefaultAdapters } from '../../adapters/adapters.port.tsx'
import type { LlmProfile, ProfileSettings } from '../profile.ts'

type AdapterField = 'llm' | 'vectorStore' | 'embeddingModel' | 'textExtractor'

/** The form starts without adapters. */
export type ProfileValues = Omit<ProfileSettings, AdapterField> & {
  readonly [Field in AdapterField]: string | undefined
}

export const adapterFields = [
  { field: 'llm', slot: 'llm', type: 'LLM', label: 'LLM', missing: 'Please enter the LLM' },
  {
    field: 'vectorStore',
    slot: 'vectorDb',
    type: 'VECTOR_DB',
    label: 'Vector store',
    missing: 'Please select the vector store',
  },
  {
    field: 'embeddingModel',
    slot: 'embedding',
    type: 'EMBEDDING',
    label: 'Embedding model',
    missing: 'Please select the embedding model',
  },
  {
    field: 'textExtractor',
    slot: 'textExtractor',
    type: 'X2TEXT',
    label: 'Text extractor',
    missing: 'Please select the text extractor',
  },
] as const satisfies readonly {
  field: AdapterField
  /** Of the default triad. */
  slot: keyof DefaultAdapters
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

/** What the form takes its first values from. */
export type ProfileSource = {
  readonly adapters: readonly ConfiguredAdapter[]
  /** Of the user; what a new profile starts with. */
  readonly triad: DefaultAdapters
}

/** What the form starts with. A profile reads as names of adapters; the form needs their ids. */
export function initialValues(
  profile: LlmProfile | undefined,
  { adapters, triad }: ProfileSource,
): ProfileValues {
  if (!profile) {
    const usual = adapterFields.map(({ field, slot }) => {
      const found = adapters.find(({ id }) => id === triad[slot])
      return [field, found?.id]
    })
    return { ...fresh, ...Object.fromEntries(usual) }
  }
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

/** What is not as the form was opened. */
export const changedFields = (
  initial: ProfileValues,
  values: ProfileValues,
): readonly (keyof ProfileSettings)[] =>
  (Object.keys(initial) as (keyof ProfileSettings)[]).filter(
    (field) => initial[field] !== values[field],
  )

/** Letters of a chunk as thousands of tokens, about; of a small one there are more decimals. */
export function thousandTokens(size: number): string {
  const thousands = size / 4 / 1024
  const shown = thousands.toFixed(1)
  return size > 0 && Number(shown) === 0 ? thousands.toPrecision(1) : shown
}
