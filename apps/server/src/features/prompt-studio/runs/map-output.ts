import type { EvidenceTreeReply } from '@recto/contract/evidence'
import type { PromptOutput } from '@recto/contract/prompt-outputs'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { presentUsage, usageOfRuns } from '../../usage/usage.port.ts'
import { type Coverage, listCoverage, type OutputRow } from '../rows/outputs.store.ts'

export async function presentOutputs(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly OutputRow[],
): Promise<PromptOutput[]> {
  const tenant = tenantOf(ctx, actor)
  const projects = [...new Set(rows.map(({ project_id }) => project_id))]
  const runs = [...new Set(rows.map(({ run_id }) => run_id))]
  const [usage, coverage] = await Promise.all([
    usageOfRuns(tenant, runs),
    listCoverage(tenant, projects),
  ])
  return rows.map((row) => ({
    prompt_output_id: row.id,
    prompt_id: row.prompt_id,
    document_manager: row.document_id,
    profile_manager: row.profile_id,
    tool_id: row.project_id,
    is_single_pass_extract: row.is_single_pass,
    output: row.output,
    context: row.context,
    challenge_data: null,
    highlight_data: row.highlight,
    confidence_data: null,
    evidence_data: row.evidence as EvidenceTreeReply,
    eval_metrics: [],
    run_id: row.run_id,
    token_usage: presentUsage(usage.get(row.run_id)),
    coverage: coverage.filter((one) => isOfSamePrompt(one, row)).map((one) => one.document_id),
    created_by: row.created_by,
    modified_by: row.modified_by,
    created_at: presentTime(row.created_at),
    modified_at: presentTime(row.modified_at),
  }))
}

function isOfSamePrompt(one: Coverage, row: OutputRow): boolean {
  return (
    one.prompt_id === row.prompt_id &&
    one.profile_id === row.profile_id &&
    one.is_single_pass === row.is_single_pass
  )
}
