import type { IndexStatus, SimpleDocument, SimpleProject } from '@recto/contract/simple-studio'
import type { Context } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/present-time.ts'
import {
  type DocumentRow,
  getProject,
  type IndexProgress,
  indexStates,
  listDocuments,
} from '../../prompt-studio/prompt-studio.port.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

type Needs = Pick<Context, 'db' | 'config'>

const dayMilliseconds = 24 * 60 * 60 * 1000

export async function presentSimpleProject(
  ctx: Needs,
  opened: OpenedProject,
): Promise<SimpleProject> {
  const { row, actor, projectId } = opened
  const project = await getProject(ctx, { actor, projectId })
  const documents = await listDocuments(ctx, { actor, projectId })
  const present = await presenterOf(ctx, opened)
  const days = ctx.config.simpleStudio.keepDays
  return {
    tool_id: row.id,
    tool_name: project.name,
    documents: documents.map(present),
    share_id: row.share_id,
    expires_at: presentTime(new Date(row.created_at.getTime() + days * dayMilliseconds)),
  }
}

export async function presentSimpleDocument(
  ctx: Pick<Context, 'db'>,
  opened: OpenedProject,
  document: DocumentRow,
): Promise<SimpleDocument> {
  return (await presenterOf(ctx, opened))(document)
}

async function presenterOf(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: OpenedProject,
): Promise<(document: DocumentRow) => SimpleDocument> {
  const stateOf = await indexStates(ctx, { actor, projectId })
  return ({ id, name }) => ({
    document_id: id,
    document_name: name,
    index_status: statusOf[stateOf(id)],
  })
}

const statusOf: Readonly<Record<IndexProgress, IndexStatus>> = {
  none: 'YET_TO_START',
  'under way': 'IN_PROGRESS',
  done: 'SUCCESS',
  failed: 'FAILED',
}
