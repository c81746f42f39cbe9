import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from '@recto/document-text/reader'
import type { Llm } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { VectorDb } from '@recto/provider-spec/vector-db'
import { builtInExtractor } from '@recto/providers/llm/built-in'
import { openaiCompatible } from '@recto/providers/llm/openai-compatible'
import type { EnvironmentVariables } from '../../platform/config/config.ts'
import { retry } from '../../platform/retry.ts'
import type { ModelChoice } from './parse-command.ts'
import { UsageError } from './usage-error.ts'

type Given = {
  readonly profile: ModelChoice
  readonly variables: EnvironmentVariables
  readonly reader: Reader
}

/** What answers the questions. Throws `UsageError` when a variable is missing or wrong. */
export function openLlm({ profile, variables, reader }: Given): Llm {
  const outside = { fetch: globalThis.fetch, connect: noPort, reader, vectors: noVectors }
  if (profile === 'builtin') return builtInExtractor.open({}, outside)

  const { RECTO_LLM_URL: url, RECTO_LLM_KEY: key, RECTO_LLM_MODEL: model } = variables
  if (!url) {
    throw new UsageError('The profile openai-compatible needs RECTO_LLM_URL, the server’s address.')
  }
  const settings = { adapter_name: profile, api_base: url, api_key: key, model }
  try {
    return withRetries(openaiCompatible.open(settings, outside))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const reason = error.message.replace('API Base:', 'RECTO_LLM_URL')
    throw new UsageError(reason, { cause: error })
  }
}

/** Waits and asks again where that may help. */
function withRetries({ complete, ...llm }: Llm): Llm {
  if (!complete) return llm
  const wait = (seconds: number) => sleep(seconds * 1000)
  const attempts = 1 + (llm.maxRetries ?? 0)
  return { ...llm, complete: (call) => retry(() => complete(call), { attempts }, { wait }) }
}

async function noPort(): Promise<never> {
  throw new Error('The command line opens no port.')
}

/** Whole documents are read: nothing is searched. */
const noVectors: VectorDb = { put: refuse, search: refuse, remove: refuse }

async function refuse(): Promise<never> {
  throw new Error('The command line has no store of vectors.')
}
