import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findOrMakeTriad } from '../../adapters/adapters.port.ts'
import type { AnswerSettings, ChatDocument } from '../../answering/answering.port.ts'
import { findAppDocuments } from '../../executions/executions.port.ts'
import { findToolOfStep, toAdHocSettings } from '../../tools/tools.port.ts'
import { findRunnableWorkflow } from '../../workflows/workflows.port.ts'
import type { AskedConversation } from './conversations.store.ts'

type OpenedApp = {
  readonly documents: readonly ChatDocument[]
  readonly settings: AnswerSettings
  /** Project from which the tool was exported; absent for a built-in tool. */
  readonly projectId: string | undefined
}

type OpenAppDependencies = Pick<Context, 'db' | 'configurationCache' | 'configurationVersion'>
type OpenAppRequest = Pick<AskedConversation, 'workflow_id' | 'user_id'>

/**
 * Loads the documents of an app and the settings with which its workflow's tool answers. Throws 400
 * when the workflow cannot run.
 */
export async function openApp(
  ctx: OpenAppDependencies,
  tenant: Tenant,
  request: OpenAppRequest,
): Promise<OpenedApp> {
  const [{ settings, projectId }, documents] = await Promise.all([
    toolOf(ctx, tenant, request.workflow_id),
    findAppDocuments(tenant, request.workflow_id),
  ])
  return {
    documents: documents.map(({ id, file_name, file_hash, path }) => ({
      id,
      name: file_name,
      hash: file_hash,
      path,
      scope: `app/${id}`,
    })),
    settings: { ...settings, llmId: settings.llmId || (await usualLlm(tenant, request.user_id)) },
    projectId,
  }
}

/** Finds the tool, once per version of the organization's configuration. */
function toolOf(
  ctx: OpenAppDependencies,
  tenant: Tenant,
  workflowId: string,
): Promise<Pick<OpenedApp, 'settings' | 'projectId'>> {
  const find = async () => {
    const runnable = await findRunnableWorkflow(ctx, tenant, workflowId, 'live')
    const tool = runnable && (await findToolOfStep(ctx, tenant, runnable))
    if (!tool) throw badRequest('The tool of the workflow no longer exists.')
    return { settings: toAdHocSettings(tool.metadata), projectId: tool.projectId || undefined }
  }
  const { configurationVersion, configurationCache } = ctx
  return configurationVersion
    ? configurationCache.get(configurationVersion, `app/${workflowId}`, find)
    : find()
}

/**
 * Returns the person's own default model, for a tool that uses no model, such as one that only
 * reads.
 */
async function usualLlm(tenant: Tenant, userId: number): Promise<string> {
  const triad = await findOrMakeTriad(tenant, userId)
  if (!triad?.llm_id) throw badRequest('The tool of the workflow has no language model.')
  return triad.llm_id
}
