import { AppError, badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import type { AnsweringNeeds } from './answer-settings.ts'

/** Refuses a run whose answers a second model is to judge, after saying what is wrong with that model. */
export async function refuseChallenge(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  llmId: string,
): Promise<never> {
  const { name, llm } = await openLlm(ctx, tenant, llmId)
  if (!llm.complete) throw badRequest(`“${name}” cannot challenge an extraction.`)
  const detail = 'Challenging an extraction is not part of this version: switch it off to run.'
  throw new AppError('not-available', [{ code: 'error', detail, attr: null }])
}
