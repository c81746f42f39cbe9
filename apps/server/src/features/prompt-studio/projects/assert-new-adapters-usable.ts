import { AppError, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type AdapterOpeningDependencies,
  assertAdaptersUsable,
  findsValuesOnly,
} from '../../adapters/adapters.port.ts'
import type { EditableProject } from '../rows/projects.store.ts'

/** Adapters are opened in order to learn what they can do. */
export type ProjectDependencies = AdapterOpeningDependencies & Pick<Context, 'db'>

type AdapterChanges = {
  readonly changes: Pick<EditableProject, 'challengeLlmId' | 'monitorLlmId'>
  /** The adapters that the project already uses; they are not checked. */
  readonly currentIds?: readonly (string | null)[]
}

/**
 * Throws unless newly chosen adapters exist, the actor may use them, and they can do what they are chosen for. The
 * error names the field.
 */
export async function assertNewAdaptersUsable(
  ctx: ProjectDependencies,
  actor: Actor,
  { changes, currentIds = [] }: AdapterChanges,
): Promise<void> {
  for (const field of ['challengeLlmId', 'monitorLlmId'] as const) {
    const id = changes[field]
    if (!id || currentIds.includes(id)) continue
    await assertAdaptersUsable(ctx, actor, [id]).catch((error) => {
      if (!(error instanceof AppError && error.kind === 'not-found')) throw error
      throw invalid(field, 'This adapter does not exist.', 'does_not_exist')
    })
    if (field === 'challengeLlmId') await assertWritesText(ctx, tenantOf(ctx, actor), { field, id })
  }
}

type LlmChoice = { readonly field: string; readonly id: string }

/** Throws for the built-in extractor where a model has to write text, as for a judgement or a summary. */
export async function assertWritesText(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  { field, id }: LlmChoice,
): Promise<void> {
  if (!(await findsValuesOnly(ctx, tenant, id))) return
  const detail = 'The built-in extractor finds values and writes no text. Select a language model.'
  throw invalid(field, detail, 'no_language_model')
}
