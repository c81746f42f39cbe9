import { minExpectedValues } from '@recto/contract/tools/improvements'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { LeaseLostError } from '../../../platform/work/work-queue.ts'
import { loadTestCases } from '../regression-tests/test-cases.ts'
import { ToolMetadata } from '../tool-metadata.ts'
import {
  buildResults,
  computeTestDigest,
  countTests,
  type FieldRef,
  type MeasuredField,
} from './build-results.ts'
import { openCallBudget } from './call-budget.ts'
import {
  countCases,
  createCalls,
  createToolAnswerer,
  type ImprovementWork,
  listCases,
} from './improvement-work.ts'
import {
  beginImprovement,
  type EarlierRuns,
  endImprovement,
  listEarlierRuns,
  saveProgress,
  saveResults,
} from './improvements.store.ts'
import { loadParts } from './load-parts.ts'
import { answerWithWording, computeContextDigest } from './measure/answer-with-wording.ts'
import { callsAddress } from './measure/calls-address.ts'
import { countNeeded } from './measure/decide-outcomes.ts'
import { type DocumentCase, improveField, type PromptWording } from './measure/improve-field.ts'
import {
  explainFieldFailure,
  type FieldFailure,
  type FieldStop,
  toEnding,
} from './measure/stop-of-run.ts'
import { compareProfiles } from './profiles/run-comparison.ts'
import { proposeWordings } from './propose/propose-wordings.ts'

type ImprovementPayload = { readonly organizationId: number; readonly improvementId: string }

type WordingWork = ImprovementWork & {
  readonly llmId: string | null
  readonly maxCandidates: number
}

/**
 * Measures wordings field by field. A worker that continues the work after a crash starts again at the first field, and reads the replies that are stored
 * instead of paying for them again.
 */
export async function runImprovement(
  ctx: Context,
  { organizationId, improvementId: id }: ImprovementPayload,
  run: JobRun,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const row = await beginImprovement(tenant, id)
  if (!row) return
  try {
    const metadata = ToolMetadata.parse(row.metadata)
    const { documents } = await loadTestCases(tenant, row.project_id, metadata)
    const { project_id: projectId, budget_dollars: budgetDollars } = row
    const splitParts = await loadParts(ctx, tenant, { projectId, metadata, documents, run })
    const budget = openCallBudget(tenant, { id, budgetDollars })
    const project = { tenant, id, projectId, metadata, documents, ...splitParts }
    const work = { ...project, budget, run, maskedValues: new Map() }
    if (row.kind === 'profiles') {
      await compareProfiles(ctx, work, row)
      return
    }
    const limits = { llmId: row.llm_id, maxCandidates: row.max_candidates }
    await improveFields(ctx, { ...work, ...limits }, row.prompt_keys)
  } catch (error) {
    if (run.signal.aborted || error instanceof LeaseLostError) throw error
    if (!(error instanceof AppError)) throw error
    await endImprovement(tenant, { id, state: 'failed', error: error.message })
  }
}

/** Records that the work has failed for good. */
export async function failImprovement(
  ctx: Context,
  { organizationId, improvementId: id }: ImprovementPayload,
  error: unknown,
): Promise<void> {
  const tenant = { db: ctx.db, organizationId }
  await endImprovement(tenant, { id, state: 'failed', error: toUserMessage(error) })
}

async function improveFields(
  ctx: Context,
  work: WordingWork,
  fields: readonly FieldRef[],
): Promise<void> {
  const { tenant, id } = work
  const earlierRuns = await listEarlierRuns(
    tenant,
    fields.map(({ promptId }) => promptId),
  )
  const measuredFields: MeasuredField[] = []
  let stop: FieldStop | undefined
  for (const [index, field] of fields.entries()) {
    const earlier = earlierRuns.get(field.promptId) ?? {
      proposedCount: 0,
      tests: [],
      confirmedCount: 0,
    }
    const finding: FieldFinding = stop
      ? { outcome: stop }
      : await measureField(ctx, work, { field, earlier })
    if ('endsRun' in finding && finding.endsRun) stop = finding.outcome
    const sharesLayouts = listCases(work, field.key).some(
      ({ hash, part }) => part === 'second' && work.dividedHashes.has(hash),
    )
    measuredFields.push({
      ...finding,
      field,
      sharesLayouts,
      earlierTests: earlier.tests,
      basis: describeBasis(work, field.key),
    })
    await work.run.assertHeld()
    await saveProgress(tenant, id, index + 1)
  }
  const results = buildResults(work.metadata, measuredFields)
  await inTransaction(tenant, async (transaction) => {
    // Somebody may have cancelled it.
    if (!(await endImprovement(transaction, { id, ...toEnding(stop) }))) return
    await saveResults(transaction, { id, ...results })
  })
}

/** Everything that the outcome of a test depends on besides the candidate. */
const describeBasis = (work: ImprovementWork, key: string) => [
  computeContextDigest(work.metadata, key),
  listCases(work, key)
    .filter(({ part }) => part === 'second')
    .map(({ hash, expectedValue }) => [hash, expectedValue]),
]

type FieldToMeasure = { readonly field: FieldRef; readonly earlier: EarlierRuns }
type FieldFinding = FieldFailure | MeasuredCases
type MeasuredCases = Pick<MeasuredField, 'outcome' | 'proposalFailure'>

/** Measures one field. A failure of its own does not affect the others. */
async function measureField(
  ctx: Context,
  work: WordingWork,
  { field: { key }, earlier }: FieldToMeasure,
): Promise<FieldFinding> {
  const { metadata } = work
  const output = metadata.outputs.find(({ name }) => name === key)
  const cases = listCases(work, key)
  const first = countCases(cases, 'first')
  const second = countCases(cases, 'second')
  if (!output || Math.min(first, second) < minExpectedValues / 2) {
    return { outcome: { kind: 'too_few', first, second } }
  }
  if (callsAddress(metadata, key)) return { outcome: { kind: 'calls_address' } }
  const current = { prompt: output.prompt, type: output.type }
  try {
    return await improveCases(ctx, work, { key, current, cases, earlier })
  } catch (error) {
    return explainFieldFailure(error, work.run)
  }
}

type CasesToImprove = {
  readonly key: string
  readonly current: PromptWording
  readonly cases: readonly DocumentCase[]
  readonly earlier: EarlierRuns
}

async function improveCases(
  ctx: Context,
  work: WordingWork,
  { key, current, cases, earlier }: CasesToImprove,
): Promise<MeasuredCases> {
  const { metadata, llmId, maxCandidates, maskedValues } = work
  const testDigests = new Set(earlier.tests.map(({ digest }) => digest))
  const basis = describeBasis(work, key)
  let proposalFailure: string | undefined
  const outcome = await improveField({
    current,
    cases,
    neededCount: countNeeded(countTests(earlier.tests)),
    isTested:
      testDigests.size > 0
        ? (candidate) => testDigests.has(computeTestDigest(candidate, basis))
        : undefined,
    propose: async (answers) => {
      const proposedWordings = await proposeWordings(ctx, work.tenant, {
        metadata,
        key,
        current,
        answers,
        llmId,
        maxCandidates,
        maskedValues,
        round: earlier.proposedCount,
        calls: createCalls(ctx, work, { name: 'propose', documentHash: undefined }),
      })
      proposalFailure = proposedWordings.failure
      return proposedWordings
    },
    answer: (wording, { testCase }) =>
      answerWithWording({
        metadata,
        key,
        wording,
        testCase,
        answerTool: createToolAnswerer(ctx, work, { key, testCase }),
      }),
  })
  return { outcome, proposalFailure }
}
