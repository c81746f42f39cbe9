import { join } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type CannedModelProcess,
  startCannedModel,
} from '../../apps/server/src/entry/testing/canned-model-process.ts'

export type Model = CannedModelProcess & { readonly latencyMs: number; readonly name: string }

const replyModule = new URL('./documents/reply.ts', import.meta.url)

/**
 * Starts a canned model for each latency. They answer with what stands beside the words of a question in the
 * document, and log their requests if a folder for logs is given.
 */
export function startModels(
  latencies: readonly number[],
  cleaning: AsyncDisposableStack,
  logFolder?: string,
): Promise<Model[]> {
  return Promise.all(
    latencies.map(async (latencyMs) => {
      const model = await startCannedModel({
        latencyMs,
        replyModule,
        ...omitUndefined({
          logFile: logFolder ? join(logFolder, `model-${latencyMs}.jsonl`) : undefined,
        }),
      })
      cleaning.defer(() => model.stop())
      return { ...model, latencyMs, name: `model of ${latencyMs} ms` }
    }),
  )
}
