import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findOrMakeTriad } from '../../adapters/adapters.port.ts'
import type { AnswerSettings, ChatDocument } from '../../answering/answering.port.ts'
import { findAppDocuments } from '../../executions/executions.port.ts'
import { findTool, openSettingsOf } from '../../tools/tools.port.ts'
import { findRunnable } from '../../workflows/workflows.port.ts'
import type { AskedConversation } from './conversations.store.ts'

type OpenedApp = {
  readonly documents: readonly ChatDocument[]
  readonly settings: AnswerSettings
  /** That its tool was exported from; absent of a built-in one. */
  readonly projectId: string | undefined
}

type Needs = Pick<Context, 'db' | 'configurations' | 'configuration'>
type Asked = Pick<AskedConversation, 'workflow_id' | 'user_id'>

/** The documents of an app, and how its workflow's tool answers. 400 where the workflow cannot run. */
export async function openApp(ctx: Needs, tenant: Tenant, asked: Asked): Promise<OpenedApp> {
  const [{ settings, projectId }, documents] = await Promise.all([
    toolOf(ctx, tenant, asked.workflow_id),
    findAppDocuments(tenant, asked.workflow_id),
  ])
  return {
    documents: documents.map(({ id, file_name, file_hash, path }) => ({
      ...{ id, name: file_name, hash: file_hash, path, scope: `app/${id}` },
    })),
    settings: { ...settings, llmId: settings.llmId || (await usualLlm(tenant, asked.user_id)) },
    projectId,
  }
}

/** Looked up once for each version of the organization's configuration. */
function toolOf(
  ctx: Needs,
  tenant: Tenant,
  workflowId: string,
): Promise<Pick<OpenedApp, 'settings' | 'projectId'>> {
  const find = async () => {
    const runnable = await findRunnable(ctx, tenant, workflowId, 'live')
    const tool = runnable && (await findTool(ctx, tenant, runnable.toolId, runnable.settings))
    if (!tool) throw badRequest('The tool of the workflow is gone.')
    return { settings: openSettingsOf(tool.metadata), projectId: tool.projectId || undefined }
  }
  const { configuration, configurations } = ctx
  return configuration ? configurations.get(configuration, `app/${workflowId}`, find) : find()
}

/** Of a tool that asks no model, such as one that only reads: the person's own. */
async function usualLlm(tenant: Tenant, userId: number): Promise<string> {
  const triad = await findOrMakeTriad(tenant, userId)
  if (!triad?.llm_id) throw badRequest('The tool of the workflow has no language model.')
  return triad.llm_id
}
