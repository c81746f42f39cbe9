import { AppError, badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import type { DocumentRow } from '../documents/documents.store.ts'
import type { EngineNeeds, Item } from '../engine/engine.ts'
import { fieldTypeOf } from '../engine/field-type-of.ts'
import type { ProfileRow } from '../profiles/profiles.store.ts'
import type { ProjectRow } from '../projects/projects.store.ts'
import type { PromptRow } from '../prompts/prompts.store.ts'
import { instructionsOf, readingOf } from './reading-of.ts'

/** Refuses a run that needs what the project's settings ask for and this installation lacks. */
export async function checkSettings(
  ctx: EngineNeeds,
  tenant: Tenant,
  project: ProjectRow,
  document: DocumentRow,
): Promise<void> {
  if (project.summarize_as_source) {
    throw badRequest(`Summary needs to be indexed before running the prompt - ${document.name}`)
  }
  if (!project.enable_challenge || !project.challenge_llm_id) return
  const { name, llm } = await openLlm(ctx, tenant, project.challenge_llm_id)
  if (!llm.complete) throw badRequest(`“${name}” cannot challenge an extraction.`)
  const detail = 'Challenging an extraction is not part of this version: switch it off to run.'
  throw new AppError('not-available', [{ code: 'error', detail, attr: null }])
}

/** The prompt as the engine takes it. */
export function toItem(project: ProjectRow, prompt: PromptRow, profile: ProfileRow): Item {
  if (prompt.prompt_type === 'NOTES') throw badRequest(`“${prompt.key}” is a note.`)
  const type = fieldTypeOf(prompt.enforce_type, prompt.key)
  if (prompt.prompt.trim() === '') {
    const detail = `The prompt “${prompt.key}” is empty.`
    throw new AppError('unprocessable', [{ code: 'error', detail, attr: null }])
  }
  return {
    question: { key: prompt.key, prompt: prompt.prompt, type },
    reading: readingOf(profile),
    instructions: instructionsOf(project),
  }
}
