import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { UsedObject } from '../../platform/db/sharing.ts'
import { isUuid } from '../../platform/strings.ts'
import { filterUsableTools, findToolOfStep } from './find-tool.ts'
import { isBuiltInTool, type ToolStep } from './tool.ts'
import type { ToolMetadata } from './tool-metadata.ts'
import { listToolRows } from './tools.store.ts'

type DescribedTool = {
  /** Absent for a built-in tool, which everyone may use, and for a tool that no longer exists. */
  readonly tool: UsedObject | undefined
  readonly adapterIds: readonly string[]
}

/** Describes the tool of a workflow step and the adapters that a run of the step uses. */
export async function describeTool(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  step: ToolStep,
): Promise<DescribedTool> {
  const { toolId, settings } = step
  const tenant = tenantOf(ctx, actor)
  const tool = await findToolOfStep(ctx, tenant, step)
  if (!tool) return { tool: undefined, adapterIds: [] }
  const adapterIds = listUsedAdapters(tool.metadata, settings)
  if (isBuiltInTool(toolId)) return { tool: undefined, adapterIds }
  const rows = await listToolRows(tenant, { ids: [toolId] })
  const usableRows = await filterUsableTools(tenant, actor, rows)
  const [row] = rows.map(({ name, created_by, shared_to_org }) => ({
    name,
    created_by,
    isOpenToAll: shared_to_org,
    isUsable: usableRows.length > 0,
  }))
  return { tool: row, adapterIds }
}

/** Lists the adapters that the settings of the step and the export choose, without those that a run skips. */
function listUsedAdapters(
  { tool_settings, outputs }: ToolMetadata,
  settings: ToolStep['settings'],
): readonly string[] {
  const isOn = (name: string, exportedValue: boolean) => (settings[name] ?? exportedValue) === true
  const ids: unknown[] = [tool_settings, ...outputs.filter(({ active }) => active)].flatMap(
    (part) => [
      part.llm,
      part.x2text_adapter,
      ...(part['chunk-size'] > 0 ? [part.embedding, part['vector-db']] : []),
    ],
  )
  if (isOn('summarize_as_source', tool_settings.summarize_as_source)) {
    ids.push(tool_settings.summarize_llm)
  }
  if (isOn('enable_challenge', tool_settings.enable_challenge)) {
    ids.push(settings.challenge_llm_adapter_id || tool_settings.challenge_llm)
  }
  return [...new Set(ids.map((id) => String(id ?? '')).filter(isUuid))]
}
