import { bulkFetchResponse } from '@recto/contract/prompt-outputs'
import type { FastifyRequest } from 'fastify'
import type { Actor, Context } from '../../../platform/context.ts'
import { messageOf, presentError } from '../../../platform/http/present-error.ts'
import { presentOutputs } from './map-output.ts'
import type { SettledPrompt } from './run-prompts.ts'

type Asked = { readonly actor: Actor; readonly request: FastifyRequest }
type Line = (typeof bulkFetchResponse)['reply']['_output'][number]

/** One line of the reply to a run of several prompts. */
export async function presentSettled(
  ctx: Context,
  { actor, request }: Asked,
  settled: SettledPrompt,
): Promise<Line> {
  if ('error' in settled) return presentFailure(ctx, request, settled)
  try {
    const [output] = await presentOutputs(ctx, actor, [settled.row], { hasContext: false })
    return bulkFetchResponse.reply.element.parse(output)
  } catch (error) {
    return presentFailure(ctx, request, { ...settled, error })
  }
}

function presentFailure(
  { log }: Context,
  { id, routeOptions }: FastifyRequest,
  { promptId, error }: { readonly promptId: string; readonly error: unknown },
): Line {
  const refusal = presentError(error)
  if (!refusal) log.error({ err: error, requestId: id, path: routeOptions.url }, 'unexpected')
  const reason = refusal ? messageOf(refusal.body) : `Something went wrong (${id}).`
  return { prompt_id: promptId, status: 'failed', error: reason }
}
