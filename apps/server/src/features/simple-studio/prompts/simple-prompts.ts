import type { Context } from '../../../platform/context.ts'
import {
  type CreatePromptRequest,
  createPrompt,
  deletePrompt,
  getPrompt,
  loadProject,
  type PromptRow,
  type UpdatePromptRequest,
  updatePrompt,
} from '../../prompt-studio/prompt-studio.port.ts'
import { giveBack, takeOf } from '../limits/limit-visitors.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

type ChangeSimplePromptDependencies = Pick<Context, 'db'>

export async function listSimplePrompts(
  ctx: ChangeSimplePromptDependencies,
  { actor, projectId }: OpenedProject,
): Promise<readonly PromptRow[]> {
  return (await loadProject(ctx, { actor, projectId })).prompts
}

type Values = CreatePromptRequest['values']

export async function createSimplePrompt(
  ctx: ChangeSimplePromptDependencies,
  { actor, projectId, tenant }: OpenedProject,
  values: Values,
): Promise<PromptRow> {
  await takeOf(tenant, 'prompts')
  try {
    return await createPrompt(ctx, { actor, projectId, values })
  } catch (error) {
    await giveBack(tenant, 'prompts')
    throw error
  }
}

type Changes = Pick<UpdatePromptRequest['changes'], 'key' | 'prompt' | 'enforceType'>

export const changeSimplePrompt = (
  ctx: ChangeSimplePromptDependencies,
  { actor }: OpenedProject,
  { promptId, changes }: { readonly promptId: string; readonly changes: Changes },
): Promise<PromptRow> => updatePrompt(ctx, { actor, promptId, changes })

export async function deleteSimplePrompt(
  ctx: ChangeSimplePromptDependencies,
  { actor, tenant }: OpenedProject,
  promptId: string,
): Promise<void> {
  await getPrompt(ctx, { actor, promptId })
  await deletePrompt(ctx, { actor, promptId })
  await giveBack(tenant, 'prompts')
}
