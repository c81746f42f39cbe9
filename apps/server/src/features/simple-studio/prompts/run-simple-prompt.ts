import { badRequest, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import {
  getDocument,
  getPrompt,
  loadIndexProgress,
  type OutputRow,
  runPromptAndWait,
} from '../../prompt-studio/prompt-studio.port.ts'
import { takeOf, takeOfAddress } from '../limits/limit-visitors.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

type RunSimplePromptRequest = {
  readonly promptId: string
  readonly documentId: string
  readonly address: string
}

/** Runs one prompt on one document that was read, and waits for the result. */
export async function runSimplePrompt(
  ctx: Context,
  { actor, projectId, tenant }: OpenedProject,
  { promptId, documentId, address }: RunSimplePromptRequest,
): Promise<readonly OutputRow[]> {
  await getDocument(ctx, { actor, projectId, documentId })
  const { key, prompt } = await getPrompt(ctx, { actor, promptId })
  if (key.trim() === '') throw badRequest('Field name cannot be empty')
  if (prompt.trim() === '') throw badRequest('Prompt cannot be empty')
  const stateOf = await loadIndexProgress(ctx, { actor, projectId })
  if (stateOf(documentId) !== 'done') {
    throw badRequest('Document needs to be index before running the prompt')
  }
  await takeOfAddress(ctx, address, 'runs')
  await takeOf(tenant, 'runs')
  const outcome = await runPromptAndWait(ctx, { actor, projectId, documentId, promptId })
  if (!outcome) throw invalid(null, 'The run is still in progress. Check again in a moment.')
  return outcome.rows
}
