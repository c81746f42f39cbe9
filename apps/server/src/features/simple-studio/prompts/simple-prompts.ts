import type { Context } from '../../../platform/context.ts'
import {
  createPrompt,
  deletePrompt,
  getPrompt,
  type PromptRow,
  readProject,
  updatePrompt,
} from '../../prompt-studio/prompt-studio.port.ts'
import { giveBack, takeOf } from '../limits/limit-visitors.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

type Needs = Pick<Context, 'db'>

export async function listSimplePrompts(
  ctx: Needs,
  { actor, projectId }: OpenedProject,
): Promise<readonly PromptRow[]> {
  return (await readProject(ctx, { actor, projectId })).prompts
}

type Values = Parameters<typeof createPrompt>[1]['values']

export async function createSimplePrompt(
  ctx: Needs,
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

type Changes = Pick<Parameters<typeof updatePrompt>[1]['changes'], 'key' | 'prompt' | 'enforceType'>

export const changeSimplePrompt = (
  ctx: Needs,
  { actor }: OpenedProject,
  { promptId, changes }: { readonly promptId: string; readonly changes: Changes },
): Promise<PromptRow> => updatePrompt(ctx, { actor, promptId, changes })

export async function deleteSimplePrompt(
  ctx: Needs,
  { actor, tenant }: OpenedProject,
  promptId: string,
): Promise<void> {
  await getPrompt(ctx, { actor, promptId })
  await deletePrompt(ctx, { actor, promptId })
  await giveBack(tenant, 'prompts')
}
