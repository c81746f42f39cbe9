import type { AnyProvider, Provider, ProviderKind } from '@recto/provider-spec/provider'
import { builtInMiniLm } from './embedding/built-in.ts'
import { noOpEmbedding } from './embedding/no-op.ts'
import { ollamaEmbedding } from './embedding/ollama.ts'
import { openaiEmbedding } from './embedding/openai.ts'
import { openaiCompatibleEmbedding } from './embedding/openai-compatible.ts'
import { anthropic } from './llm/anthropic.ts'
import { builtInExtractor } from './llm/built-in.ts'
import { noOpLlm } from './llm/no-op.ts'
import { ollama } from './llm/ollama.ts'
import { openai } from './llm/openai.ts'
import { openaiCompatible } from './llm/openai-compatible.ts'
import { builtInReader } from './text-extractor/built-in.ts'
import { llmWhisperer } from './text-extractor/llmwhisperer.ts'
import { noOpTextExtractor } from './text-extractor/no-op.ts'
import { builtInStore } from './vector-db/built-in.ts'
import { noOpVectorDb } from './vector-db/no-op.ts'

/** Every provider that ships, in the order in which it is offered: one file and one line for each. */
export const catalog: readonly AnyProvider[] = [
  builtInExtractor,
  openai,
  openaiCompatible,
  anthropic,
  ollama,
  noOpLlm,

  builtInMiniLm,
  openaiEmbedding,
  openaiCompatibleEmbedding,
  ollamaEmbedding,
  noOpEmbedding,

  builtInStore,
  noOpVectorDb,

  builtInReader,
  llmWhisperer,
  noOpTextExtractor,
]

/** Ids are compared whole and case by case. */
export const findProvider = (id: string): AnyProvider | undefined =>
  catalog.find((provider) => provider.id === id)

/** The provider of that id when it is of that kind, else `undefined`. */
export function findProviderOf<K extends ProviderKind>(
  kind: K,
  id: string,
): Provider<K> | undefined {
  const provider = findProvider(id)
  return provider?.kind === kind ? (provider as unknown as Provider<K>) : undefined
}
