import type { AdapterType } from '@recto/contract/adapters/adapters'

type Kind = {
  readonly type: AdapterType
  /** Title of its list. */
  readonly title: string
  readonly description: string
  readonly addLabel: string
  /** Singular noun for use within a sentence. */
  readonly noun: string
  /** Whether model servers on this machine can be of this kind. */
  readonly hasLocalServers: boolean
}

/** The five kinds of adapters by the last segment of their list's address. */
export const kinds = {
  llms: {
    type: 'LLM',
    title: 'LLMs',
    description: 'Models that read documents and answer prompts.',
    addLabel: 'New LLM Profile',
    noun: 'LLM',
    hasLocalServers: true,
  },
  vectorDbs: {
    type: 'VECTOR_DB',
    title: 'Vector DBs',
    description: 'Databases that store and search the passages of long documents.',
    addLabel: 'New Vector DB Profile',
    noun: 'vector DB',
    hasLocalServers: false,
  },
  embedding: {
    type: 'EMBEDDING',
    title: 'Embeddings',
    description: 'Models that make text searchable by meaning.',
    addLabel: 'New Embedding Profile',
    noun: 'embedding model',
    hasLocalServers: true,
  },
  textExtractor: {
    type: 'X2TEXT',
    title: 'Text Extractor',
    description: 'Services that convert files to text and preserve the layout.',
    addLabel: 'New Text Extractor',
    noun: 'text extractor',
    hasLocalServers: false,
  },
  ocr: {
    type: 'OCR',
    title: 'OCR',
    description: 'Services that recognize text in scans and photos.',
    addLabel: 'New OCR',
    noun: 'OCR service',
    hasLocalServers: false,
  },
} as const satisfies Record<string, Kind>

export type AdapterList = keyof typeof kinds

/** Returns the list that contains adapters of a type. */
export function listOf(type: AdapterType): AdapterList {
  const lists = Object.keys(kinds) as AdapterList[]
  return lists.find((list) => kinds[list].type === type) ?? 'llms'
}
