import type * as api from '@recto/contract/tools/tools'
import type { EndpointReply, EndpointRequest } from '@recto/contract/wire/endpoint'
import { AppError, badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import type { ExportInfo } from './find-export.ts'
import { type Tool, toTool } from './tool.ts'
import { buildToolSpec } from './tool-spec.ts'
import { listToolShares, type ToolRow } from './tools.store.ts'

const rethrowWithExportFields = rethrowWithWireFields({
  userIds: 'user_id',
  overrideReason: 'override_reason',
})

/**
 * Gives a refusal back under the fields that were sent. A browser client of the specification's time
 * expects 500, while newer ones take that for a fault of the server.
 */
export const rethrowExportRefusal =
  ({ isNewer }: { readonly isNewer: boolean }) =>
  (error: unknown): never => {
    if (isNewer && isFinalRefusal(error)) throw badRequest(error.message)
    return rethrowWithExportFields(error)
  }

/** Whether exporting with force, or with a reason, would be refused as well. */
const isFinalRefusal = (error: unknown): error is AppError =>
  error instanceof AppError &&
  error.kind === 'legacy-refusal' &&
  error.faults.every(({ code }) => code === 'error')

export const toExportFields = (body: EndpointRequest<typeof api.exportTool>['body']) => ({
  isSharedToOrg: body.is_shared_with_org,
  userIds: body.user_id,
  allowsPromptsNotRun: body.force_export,
  overrideReason: body.override_reason,
})

export const presentExport = (info: ExportInfo): EndpointReply<typeof api.getExport> => ({
  name: info.name,
  shared_users: [...info.sharedWith],
  shared_to_org: info.isSharedToOrg,
  prompt_studio_users: [...info.projectUsers],
})

export async function presentTools(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly ToolRow[],
): Promise<api.RegisteredTool[]> {
  const shares = await listToolShares(
    tenantOf(ctx, actor),
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const tool = toTool(row)
    return {
      prompt_registry_id: row.id,
      name: row.name,
      description: row.description,
      tool_property: presentToolProperty(tool),
      tool_spec: buildToolSpec(tool),
      tool_metadata: tool.metadata,
      icon: row.icon,
      url: '',
      custom_tool: row.project_id,
      shared_to_org: row.shared_to_org,
      shared_users: [...(shares.get(row.id) ?? [])],
      organization: row.organization_id,
      created_by: row.created_by,
      modified_by: row.modified_by,
      created_at: presentTime(row.created_at),
      modified_at: presentTime(row.modified_at),
    }
  })
}

function presentToolProperty({ id, name, description }: Tool) {
  return {
    displayName: name,
    functionName: id,
    description,
    toolVersion: '1',
    adapter: {
      languageModels: [],
      embeddingServices: [],
      vectorStores: [],
      textExtractors: [],
    },
  }
}
