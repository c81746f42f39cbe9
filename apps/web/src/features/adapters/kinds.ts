import type { AdapterType } from '@recto/contract/adapters'

type Kind = {
  readonly type: AdapterType
  /** Title of its list. */
  readonly title: string
  readonly description: string
  readonly addLabel: string
  /** What one of them is called inside a sentence. */
  readonly noun: string
}

/** The five kinds of adapters by the last segment of their list's address. */
export const kinds = {
  llms: {
    type: 'LLM',
    title: 'LLMs',
    description: 'Models that read documents and answer prompts.',
    addLabel: 'New LLM Profile',
    noun: 'LLM',
  },
  vectorDbs: {
    type: 'VECTOR_DB',
    title: 'Vector DBs',
    description: 'Stores in which the passages of long documents are searched.',
    addLabel: 'New Vector DB Profile',
    noun: 'vector DB',
  },
  embedding: {
    type: 'EMBEDDING',
    title: 'Embeddings',
    description: 'Models that make text searchable by its meaning.',
    addLabel: 'New Embedding Profile',
    noun: 'embedding',
  },
  textExtractor: {
    type: 'X2TEXT',
    title: 'Text Extractor',
    description: 'Services that turn files into text that keeps its layout.',
    addLabel: 'New Text Extractor',
    noun: 'text extractor',
  },
  ocr: {
    type: 'OCR',
    title: 'OCR',
    description: 'Services that recognise the text of scans and photographs.',
    addLabel: 'New OCR',
    noun: 'OCR service',
  },
} as const satisfies Record<string, Kind>

export type AdapterList = keyof typeof kinds

/** The list that shows adapters of a type. */
export function listOf(type: AdapterType): AdapterList {
  const lists = Object.keys(kinds) as AdapterList[]
  return lists.find((list) => kinds[list].type === type) ?? 'llms'
}

/** Services that the catalogue may name before they work. */
const comingSoon = new Set([
  'huggingface|90ec9ec2-1768-4d69-8fb1-c88b95de5e5a',
  'replicate|2715ce84-05af-4ab4-b8e9-67ac3211b81e',
])

export const isComingSoon = (catalogueId: string): boolean => comingSoon.has(catalogueId)
