import { minExpectedValues } from '@recto/contract/tools/improvements'
import type { Context } from '../../../../platform/context.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import { sumCalls } from '../../../usage/usage.port.ts'
import { computeDigest } from '../../regression-tests/test-cases.ts'
import { OutputOfProfile, withFieldsOfProfile } from '../../tool-metadata.ts'
import type { FieldRef } from '../build-results.ts'
import {
  countCases,
  createToolAnswerer,
  type ImprovementWork,
  listCases,
} from '../improvement-work.ts'
import {
  endImprovement,
  type ImprovementRow,
  listEarlierRuns,
  saveProgress,
  saveResults,
} from '../improvements.store.ts'
import { answerWithChange } from '../measure/answer-with-wording.ts'
import { callsAddress } from '../measure/calls-address.ts'
import { riskOfTest } from '../measure/decide-outcomes.ts'
import type { DocumentCase } from '../measure/improve-field.ts'
import {
  explainFieldFailure,
  type FieldFailure,
  type FieldStop,
  toEnding,
} from '../measure/stop-of-run.ts'
import { buildComparisonResults, type MeasuredComparison } from './build-comparison-results.ts'
import { compareField, type MaybeProfileAnswer } from './compare-field.ts'

type ComparedProfiles = ReadonlyMap<string, OutputOfProfile>

type ComparisonWork = ImprovementWork & {
  readonly profiles: ComparedProfiles
  readonly tolerance: number
}

/** Compares the profiles field by field. A repeated run reads the replies that are stored. */
export async function compareProfiles(
  ctx: Context,
  sharedWork: ImprovementWork,
  row: Pick<ImprovementRow, 'prompt_keys' | 'compared_profiles' | 'tolerance'>,
): Promise<void> {
  const { tenant, id, run, metadata } = sharedWork
  const { tolerance, prompt_keys: fields, compared_profiles: storedProfiles } = row
  const profiles = new Map(
    (storedProfiles ?? []).map((one) => [one.id, OutputOfProfile.parse(one.settings)]),
  )
  const names = new Map((storedProfiles ?? []).map((one) => [one.id, one.name]))
  const work = { ...sharedWork, profiles, tolerance }
  const promptIds = fields.map(({ promptId }) => promptId)
  const earlierRuns = await listEarlierRuns(tenant, promptIds)
  const comparedFields: MeasuredComparison[] = []
  let stop: FieldStop | undefined
  for (const [index, field] of fields.entries()) {
    const currentId = findCurrentProfile(metadata, field.key)
    const confirmedCount = earlierRuns.get(field.promptId)?.confirmedCount ?? 0
    const finding: FieldFinding = stop
      ? { outcome: stop }
      : await compareProfilesOfField(ctx, work, { field, currentId, confirmedCount })
    if ('endsRun' in finding && finding.endsRun) stop = finding.outcome
    comparedFields.push({ field, currentId, outcome: finding.outcome })
    await run.assertHeld()
    await saveProgress(tenant, id, index + 1)
  }
  const results = buildComparisonResults({ metadata, names, tolerance }, comparedFields)
  await inTransaction(tenant, async (transaction) => {
    // Somebody may have cancelled it.
    if (!(await endImprovement(transaction, { id, ...toEnding(stop) }))) return
    await saveResults(transaction, { id, results, changes: [] })
  })
}

const findCurrentProfile = ({ outputs }: ImprovementWork['metadata'], key: string): string =>
  outputs.find(({ name }) => name === key)?.profile_manager ?? ''

type FieldFinding = FieldFailure | { readonly outcome: MeasuredComparison['outcome'] }

type FieldToCompare = {
  readonly field: FieldRef
  readonly currentId: string
  /** Number of earlier runs that have used the held-out part of the field. */
  readonly confirmedCount: number
}

async function compareProfilesOfField(
  ctx: Context,
  work: ComparisonWork,
  { field: { key }, currentId, confirmedCount }: FieldToCompare,
): Promise<FieldFinding> {
  const { metadata, profiles, tolerance } = work
  const cases = listCases(work, key)
  const first = countCases(cases, 'first')
  const second = countCases(cases, 'second')
  if (Math.min(first, second) < minExpectedValues / 2) {
    return { outcome: { kind: 'too_few', first, second } }
  }
  if (callsAddress(metadata, key)) return { outcome: { kind: 'calls_address' } }
  try {
    const outcome = await compareField<DocumentCase>({
      currentId,
      otherIds: [...profiles.keys()].filter((id) => id !== currentId),
      cases,
      tolerance,
      risk: riskOfTest(confirmedCount),
      answer: (profileId, one) => answerWithProfile(ctx, work, { key, profileId, fieldCase: one }),
    })
    return { outcome }
  } catch (error) {
    return explainFieldFailure(error, work.run)
  }
}

type AnswerToCompare = {
  readonly key: string
  readonly profileId: string
  readonly fieldCase: DocumentCase
}

/** Answers a field with a profile. The cost is that of the calls about the field itself, which may have been paid earlier. */
async function answerWithProfile(
  ctx: Context,
  work: ComparisonWork,
  { key, profileId, fieldCase: { testCase } }: AnswerToCompare,
): Promise<MaybeProfileAnswer> {
  const { metadata, profiles, tenant } = work
  const fields = profiles.get(profileId)
  const paidKeys = new Set<string>()
  const answer = await answerWithChange({
    metadata,
    changedMetadata: fields ? withFieldsOfProfile(metadata, key, fields) : metadata,
    key,
    testCase,
    callName: computeDigest([profileId, fields ?? null]),
    answerTool: createToolAnswerer(ctx, work, { key, testCase, paidKeys }),
  })
  if (!answer || answer === 'missing') return answer
  const { costInDollars: dollars, seconds } = await sumCalls(tenant, paidKeys)
  return { ...answer, cost: { dollars, seconds } }
}
