import type {
  IndexStatus,
  SimpleDocument,
  SimpleProject,
} from '@recto/contract/simple-studio/simple-studio'
import type { Context } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import {
  type DocumentRow,
  getProject,
  type IndexProgress,
  listDocuments,
  loadIndexProgress,
} from '../../prompt-studio/prompt-studio.port.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

type PresentSimpleProjectDependencies = Pick<Context, 'db' | 'config'>

const dayMilliseconds = 24 * 60 * 60 * 1000

export async function presentSimpleProject(
  ctx: PresentSimpleProjectDependencies,
  openedProject: OpenedProject,
): Promise<SimpleProject> {
  const { row, actor, projectId } = openedProject
  const project = await getProject(ctx, { actor, projectId })
  const documents = await listDocuments(ctx, { actor, projectId })
  const present = await presenterOf(ctx, openedProject)
  const days = ctx.config.simpleStudio.retentionDays
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
  openedProject: OpenedProject,
  document: DocumentRow,
): Promise<SimpleDocument> {
  return (await presenterOf(ctx, openedProject))(document)
}

const statusOf: Readonly<Record<IndexProgress, IndexStatus>> = {
  none: 'YET_TO_START',
  'under way': 'IN_PROGRESS',
  done: 'SUCCESS',
  failed: 'FAILED',
}

async function presenterOf(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: OpenedProject,
): Promise<(document: DocumentRow) => SimpleDocument> {
  const stateOf = await loadIndexProgress(ctx, { actor, projectId })
  return ({ id, name }) => ({
    document_id: id,
    document_name: name,
    index_status: statusOf[stateOf(id)],
  })
}
