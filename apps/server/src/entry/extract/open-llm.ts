import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from '@recto/document-text/reader'
import type { Llm } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { VectorDb } from '@recto/provider-spec/vector-db'
import { builtInExtractor } from '@recto/providers/llm/built-in'
import { openaiCompatible } from '@recto/providers/llm/openai-compatible'
import type { EnvironmentVariables } from '../../platform/config/config.ts'
import { retry } from '../../platform/retry.ts'
import { type ModelChoice, UsageError } from './parse-command.ts'

type OpenLlmOptions = {
  readonly profile: ModelChoice
  readonly variables: EnvironmentVariables
  readonly reader: Reader
}

/** Whole documents are sent to the model, so there is no vector search. */
const noVectors: VectorDb = { put: rejectVectors, search: rejectVectors, remove: rejectVectors }

/** Opens the model of a profile. Throws `UsageError` if a variable is missing or invalid. */
export function openProfileLlm({ profile, variables, reader }: OpenLlmOptions): Llm {
  const dependencies = {
    fetch: globalThis.fetch,
    connect: rejectConnection,
    reader,
    vectors: noVectors,
  }
  if (profile === 'builtin') return builtInExtractor.open({}, dependencies)

  const { RECTO_LLM_URL: url, RECTO_LLM_KEY: key, RECTO_LLM_MODEL: model } = variables
  if (!url) {
    throw new UsageError(
      'The openai-compatible profile requires RECTO_LLM_URL, the URL of the server.',
    )
  }
  const settings = { adapter_name: profile, api_base: url, api_key: key, model }
  try {
    return withRetries(openaiCompatible.open(settings, dependencies))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const reason = error.message.replace('API Base:', 'RECTO_LLM_URL')
    throw new UsageError(reason, { cause: error })
  }
}

/** Retries calls that may succeed later. */
function withRetries({ complete, ...llm }: Llm): Llm {
  if (!complete) return llm
  const wait = (seconds: number) => sleep(seconds * 1000)
  const attempts = 1 + (llm.maxRetries ?? 0)
  return { ...llm, complete: (call) => retry(() => complete(call), { attempts }, { wait }) }
}

async function rejectConnection(): Promise<never> {
  throw new Error('The command line opens no port.')
}

async function rejectVectors(): Promise<never> {
  throw new Error('The command line has no store of vectors.')
}
