import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadProject, type ProjectParts } from '../../prompt-studio/prompt-studio.port.ts'
import { assertExportable } from '../assert-exportable.ts'
import { buildToolMetadata, ToolMetadata } from '../tool-metadata.ts'
import { listVersionRows } from '../tool-versions.store.ts'
import { listToolRows } from '../tools.store.ts'
import type { ComparedVersions } from './run-test-case.ts'
import { computeDigest, loadTestCases, type TestCases } from './test-cases.ts'

export type Comparison = ComparedVersions & {
  /** Number of the last exported version, whose content is `exportedMetadata`; null before the first export. */
  readonly exportedVersion: number | null
  readonly testCases: TestCases
  /** Changes when the candidate, the exported version or the expected values change. */
  readonly digest: string
}

type ProjectRef = { readonly actor: Actor; readonly projectId: string }

/** Builds what an export would make of the project now. */
export const buildCandidate = (parts: ProjectParts): ToolMetadata =>
  ToolMetadata.parse(buildToolMetadata({ ...parts, defaultProfile: assertExportable(parts) }))

/**
 * Loads what an export would make of the project now, the last exported version, and the test cases.
 */
export async function loadComparison(
  ctx: Pick<Context, 'db'>,
  ref: ProjectRef,
  parts?: ProjectParts,
): Promise<Comparison> {
  const projectParts = parts ?? (await loadProject(ctx, ref))
  const candidate = buildCandidate(projectParts)
  const tenant = tenantOf(ctx, ref.actor)
  const [tool] = await listToolRows(tenant, { projectId: ref.projectId })
  const exportedMetadata = tool && ToolMetadata.parse(tool.metadata)
  const exportedVersion = tool
    ? ((await listVersionRows(tenant, tool.id))[0]?.version ?? null)
    : null
  const cases = await loadTestCases(tenant, ref.projectId, candidate)
  const digest = computeDigest([candidate, exportedMetadata ?? null, exportedVersion, cases.digest])
  return { candidate, exportedMetadata, exportedVersion, testCases: cases, digest }
}
