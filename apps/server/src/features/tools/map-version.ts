import type { listToolVersions } from '@recto/contract/tools/tool-versions'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { userNames } from '../organizations/organizations.port.ts'
import type { ToolVersionRow } from './tool-versions.store.ts'

export async function presentVersions(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly ToolVersionRow[],
): Promise<EndpointReply<typeof listToolVersions>> {
  const people = await userNames(
    tenantOf(ctx, actor),
    rows.map(({ created_by }) => created_by),
  )
  return rows.map((row) => ({
    version: row.version,
    name: row.name,
    prompt_count: (row.metadata as { outputs: readonly unknown[] }).outputs.length,
    restored_from: row.restored_from,
    created_by: people.get(row.created_by ?? 0)?.username ?? null,
    created_at: presentTime(row.created_at),
  }))
}
