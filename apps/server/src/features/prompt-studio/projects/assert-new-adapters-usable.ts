import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import type { EditableProject } from '../rows/projects.store.ts'

type AdapterChanges = {
  readonly changes: Pick<EditableProject, 'challengeLlmId' | 'monitorLlmId'>
  /** The adapters that the project already uses; they are not checked. */
  readonly currentIds?: readonly (string | null)[]
}

/**
 * Throws unless newly chosen adapters exist and the actor may use them. The error names the field.
 */
export async function assertNewAdaptersUsable(
  ctx: Pick<Context, 'db'>,
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
  }
}
