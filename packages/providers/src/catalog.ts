import type { AnyProvider } from '@recto/provider-spec/provider'
import { azureOpenAiEmbedding } from './embedding/azureopenai.ts'
import { bedrockEmbedding } from './embedding/bedrock.ts'
import { builtInMiniLm } from './embedding/built-in.ts'
import { geminiEmbedding } from './embedding/gemini.ts'
import { huggingFaceEmbedding } from './embedding/huggingface.ts'
import { mistralEmbedding } from './embedding/mistral.ts'
import { noOpEmbedding } from './embedding/no-op.ts'
import { nvidiaBuildEmbedding } from './embedding/nvidiabuild.ts'
import { ollamaEmbedding } from './embedding/ollama.ts'
import { openaiEmbedding } from './embedding/openai.ts'
import { openaiCompatibleEmbedding } from './embedding/openai-compatible.ts'
import { palmEmbedding } from './embedding/palm.ts'
import { qdrantFastEmbed } from './embedding/qdrantfastembed.ts'
import { vertexAiEmbedding } from './embedding/vertexai.ts'
import { anthropic } from './llm/anthropic.ts'
import { anyscale } from './llm/anyscale.ts'
import { azureAiFoundry } from './llm/azure-ai-foundry.ts'
import { azureOpenAiLlm } from './llm/azureopenai.ts'
import { bedrock } from './llm/bedrock.ts'
import { builtInExtractor } from './llm/built-in.ts'
import { gemini } from './llm/gemini.ts'
import { minimax } from './llm/minimax.ts'
import { mistral } from './llm/mistral.ts'
import { noOpLlm } from './llm/no-op.ts'
import { nvidiaBuild } from './llm/nvidiabuild.ts'
import { ollama } from './llm/ollama.ts'
import { openai } from './llm/openai.ts'
import { openaiCompatible } from './llm/openai-compatible.ts'
import { openrouter } from './llm/openrouter.ts'
import { palm } from './llm/palm.ts'
import { replicate } from './llm/replicate.ts'
import { vertexAi } from './llm/vertexai.ts'
import { googleDocumentAi } from './ocr/google-document-ai.ts'
import { builtInReader } from './text-extractor/built-in.ts'
import { llamaParse } from './text-extractor/llamaparse.ts'
import { llmWhisperer } from './text-extractor/llmwhisperer.ts'
import { llmWhispererV1 } from './text-extractor/llmwhisperer-v1.ts'
import { noOpTextExtractor } from './text-extractor/no-op.ts'
import { unstructuredCommunity } from './text-extractor/unstructured-community.ts'
import { unstructuredEnterprise } from './text-extractor/unstructured-enterprise.ts'
import { builtInStore } from './vector-db/built-in.ts'
import { milvus } from './vector-db/milvus.ts'
import { noOpVectorDb } from './vector-db/no-op.ts'
import { pinecone } from './vector-db/pinecone.ts'
import { postgres } from './vector-db/postgres.ts'
import { qdrant } from './vector-db/qdrant.ts'
import { supabase } from './vector-db/supabase.ts'
import { weaviate } from './vector-db/weaviate.ts'

/** Every provider that ships, in the order in which it is offered: one file and one line for each. */
export const catalog: readonly AnyProvider[] = [
  builtInExtractor,
  openai,
  openaiCompatible,
  anthropic,
  ollama,
  anyscale,
  azureAiFoundry,
  azureOpenAiLlm,
  bedrock,
  gemini,
  minimax,
  mistral,
  nvidiaBuild,
  openrouter,
  palm,
  replicate,
  vertexAi,
  noOpLlm,

  builtInMiniLm,
  openaiEmbedding,
  openaiCompatibleEmbedding,
  ollamaEmbedding,
  azureOpenAiEmbedding,
  bedrockEmbedding,
  geminiEmbedding,
  huggingFaceEmbedding,
  mistralEmbedding,
  nvidiaBuildEmbedding,
  palmEmbedding,
  qdrantFastEmbed,
  vertexAiEmbedding,
  noOpEmbedding,

  builtInStore,
  milvus,
  pinecone,
  postgres,
  qdrant,
  supabase,
  weaviate,
  noOpVectorDb,

  builtInReader,
  llmWhisperer,
  llmWhispererV1,
  llamaParse,
  unstructuredCommunity,
  unstructuredEnterprise,
  noOpTextExtractor,

  googleDocumentAi,
]
