import type { AdapterType } from '@recto/contract/adapters/adapters'
import type { ConfiguredAdapter } from '../../../shared/session/adapter.ts'
import type { DefaultAdapters } from '../../adapters/adapters.port.tsx'
import type { LlmProfile, ProfileSettings } from '../profile.ts'

type AdapterField = 'llm' | 'vectorStore' | 'embeddingModel' | 'textExtractor'

/** In a new form, no adapter is selected. */
export type ProfileValues = Omit<ProfileSettings, AdapterField> & {
  readonly [Field in AdapterField]: string | undefined
}

export const adapterFields = [
  {
    field: 'llm',
    defaultsKey: 'llm',
    type: 'LLM',
    label: 'LLM',
    requiredMessage: 'Please enter the LLM',
  },
  {
    field: 'vectorStore',
    defaultsKey: 'vectorDb',
    type: 'VECTOR_DB',
    label: 'Vector store',
    requiredMessage: 'Please select the vector store',
  },
  {
    field: 'embeddingModel',
    defaultsKey: 'embedding',
    type: 'EMBEDDING',
    label: 'Embedding model',
    requiredMessage: 'Please select the embedding model',
  },
  {
    field: 'textExtractor',
    defaultsKey: 'textExtractor',
    type: 'X2TEXT',
    label: 'Text extractor',
    requiredMessage: 'Please select the text extractor',
  },
] as const satisfies readonly {
  field: AdapterField
  /** Key of the adapter among the user's default adapters. */
  defaultsKey: keyof DefaultAdapters
  type: AdapterType
  label: string
  requiredMessage: string
}[]

const emptyValues: ProfileValues = {
  name: '',
  llm: undefined,
  vectorStore: undefined,
  embeddingModel: undefined,
  textExtractor: undefined,
  escalationLlm: null,
  chunkSize: 0,
  chunkOverlap: 0,
  retrievalStrategy: 'simple',
  matchingChunks: 3,
  isHybrid: true,
  modelSees: 'text',
  seenPages: 'first',
  maxSeenPages: 5,
  reindex: false,
}

/** Data from which the form's initial values are computed. */
export type ProfileSource = {
  readonly adapters: readonly ConfiguredAdapter[]
  /** The user's default adapters, preselected in a new profile. */
  readonly defaultAdapters: DefaultAdapters
}

/**
 * Computes the initial values of the form. A stored profile contains adapter names; the form needs
 * their ids.
 */
export function computeInitialValues(
  profile: LlmProfile | undefined,
  { adapters, defaultAdapters }: ProfileSource,
): ProfileValues {
  if (!profile) {
    const defaultIds = adapterFields.map(({ field, defaultsKey }) => {
      const adapter = adapters.find(({ id }) => id === defaultAdapters[defaultsKey])
      return [field, adapter?.id]
    })
    return { ...emptyValues, ...Object.fromEntries(defaultIds) }
  }
  const { id: _, isDefault: __, ...settings } = profile
  const adapterIds = adapterFields.map(({ field, type }) => {
    const name = profile[field]
    const adapter = adapters.find((candidate) => candidate.type === type && candidate.name === name)
    return [field, adapter?.id]
  })
  const largeModel = adapters.find(
    ({ type, name }) => type === 'LLM' && name === profile.escalationLlm,
  )
  return {
    ...settings,
    ...Object.fromEntries(adapterIds),
    escalationLlm: largeModel?.id ?? null,
  }
}

/**
 * Converts the form's values to settings. The form's validation ensures that all adapters are
 * selected.
 */
export const toSettings = ({
  llm = '',
  vectorStore = '',
  embeddingModel = '',
  textExtractor = '',
  ...otherValues
}: ProfileValues): ProfileSettings => ({
  ...otherValues,
  llm,
  vectorStore,
  embeddingModel,
  textExtractor,
})

/** Lists the fields that differ from the initial values. */
export const listChangedFields = (
  initial: ProfileValues,
  values: ProfileValues,
): readonly (keyof ProfileSettings)[] =>
  (Object.keys(initial) as (keyof ProfileSettings)[]).filter(
    (field) => initial[field] !== values[field],
  )

/**
 * Formats a chunk size in characters as thousands of tokens, estimated at 4 characters per token.
 * Small sizes get more decimals.
 */
export function formatThousandTokens(size: number): string {
  const thousands = size / 4 / 1024
  const text = thousands.toFixed(1)
  return size > 0 && Number(text) === 0 ? thousands.toPrecision(1) : text
}
