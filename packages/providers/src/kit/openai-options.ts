import { omitUndefined } from '@recto/omit-undefined'
import type { SchemaOptions } from './complete-with-sdk.ts'

/** Returns the options of a call to a model of OpenAI; the effort is `undefined` for one that does not reason. */
export const buildOpenAiOptions =
  (effort: string | undefined) =>
  ({ isStrict, cacheKey }: SchemaOptions) => ({
    openai: omitUndefined({
      strictJsonSchema: isStrict,
      promptCacheKey: cacheKey,
      forceReasoning: effort === undefined ? undefined : true,
      reasoningEffort: effort,
    }),
  })
