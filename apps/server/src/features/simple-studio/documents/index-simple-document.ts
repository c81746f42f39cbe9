import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import {
  type DocumentRow,
  getDocument,
  indexAndAwait,
  indexStates,
} from '../../prompt-studio/prompt-studio.port.ts'
import { takeOf, takeOfAddress } from '../limits/limit-visitors.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

type Input = { readonly documentId: string; readonly address: string }

/** Has a document read, and waits for that; one that was read before costs nothing. */
export async function indexSimpleDocument(
  ctx: Context,
  { actor, projectId, tenant }: OpenedProject,
  { documentId, address }: Input,
): Promise<DocumentRow> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const stateOf = await indexStates(ctx, { actor, projectId })
  if (stateOf(documentId) === 'done') return document
  await takeOfAddress(ctx, address, 'runs')
  await takeOf(tenant, 'runs')
  const outcome = await indexAndAwait(ctx, { actor, projectId, documentId })
  if (!outcome) throw invalid(null, 'The reading goes on. Ask again in a moment.')
  return document
}
