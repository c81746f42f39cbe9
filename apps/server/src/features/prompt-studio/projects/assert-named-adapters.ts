import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import type { EditableProject } from '../rows/projects.store.ts'

type Named = {
  readonly changes: Pick<EditableProject, 'challengeLlmId' | 'monitorLlmId'>
  /** What the project names already; of those nothing is asked. */
  readonly before?: readonly (string | null)[]
}

/** The adapters that are named for the first time have to be there and the actor's to use; one that is none is told at its field. */
export async function assertNamedAdapters(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { changes, before = [] }: Named,
): Promise<void> {
  for (const field of ['challengeLlmId', 'monitorLlmId'] as const) {
    const id = changes[field]
    if (!id || before.includes(id)) continue
    await assertAdaptersUsable(ctx, actor, [id]).catch((error) => {
      if (!(error instanceof AppError && error.kind === 'not-found')) throw error
      throw invalid(field, 'There is no such adapter.', 'does_not_exist')
    })
  }
}
