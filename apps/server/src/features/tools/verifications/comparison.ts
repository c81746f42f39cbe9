import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { type ProjectParts, readProject } from '../../prompt-studio/prompt-studio.port.ts'
import { assertExportable } from '../assert-exportable.ts'
import { describeTool, ToolMetadata } from '../tool-metadata.ts'
import { listVersionRows } from '../tool-versions.store.ts'
import { listToolRows } from '../tools.store.ts'
import { type Cases, digestOf, readCases } from './cases.ts'
import type { ComparedVersions } from './verify-document.ts'

export type Comparison = ComparedVersions & {
  /** The number of the published version. */
  readonly version: number | null
  readonly cases: Cases
  /** The same as long as candidate, published version and truths are. */
  readonly digest: string
}

type Of = { readonly actor: Actor; readonly projectId: string }

/** What an export would make of the project now, what the last one made, and what is known to be right. */
export async function readComparison(
  ctx: Pick<Context, 'db'>,
  of: Of,
  parts?: ProjectParts,
): Promise<Comparison> {
  const read = parts ?? (await readProject(ctx, of))
  const candidate = ToolMetadata.parse(
    describeTool({ ...read, defaultProfile: assertExportable(read) }),
  )
  const tenant = tenantOf(ctx, of.actor)
  const [tool] = await listToolRows(tenant, { projectId: of.projectId })
  const published = tool && ToolMetadata.parse(tool.metadata)
  const version = tool ? ((await listVersionRows(tenant, tool.id))[0]?.version ?? null) : null
  const cases = await readCases(tenant, of.projectId, candidate)
  const digest = digestOf([candidate, published ?? null, version, cases.digest])
  return { candidate, published, version, cases, digest }
}
