import type { VerificationReply, VerifiedValueReply } from '@recto/contract/tools/verifications'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { userNames } from '../../organizations/organizations.port.ts'
import type { TestedValue } from './junit-report.ts'
import {
  countOutcomes,
  type RegressionResultRow,
  type RegressionTestRow,
} from './regression-tests.store.ts'

const zeroCounts = { better: 0, worse: 0, unchanged: 0, new: 0, failed: 0 }

type RegressionTestList = {
  readonly rows: readonly RegressionTestRow[]
  /** Digest of what would be compared now; undefined where the project cannot be exported. */
  readonly digest: string | undefined
}

export async function presentRegressionTests(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { rows, digest }: RegressionTestList,
): Promise<VerificationReply[]> {
  const tenant = tenantOf(ctx, actor)
  const [people, outcomes] = await Promise.all([
    userNames(
      tenant,
      rows.map(({ created_by }) => created_by),
    ),
    countOutcomes(
      tenant,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    version: row.version,
    is_current: row.digest === digest,
    documents: row.documents,
    documents_done: row.documents_done,
    outcomes: outcomes.get(row.id) ?? zeroCounts,
    contradicted: row.contradicted,
    not_kept: row.not_kept,
    error: row.error,
    created_by: people.get(row.created_by ?? 0)?.username ?? null,
    created_at: presentTime(row.created_at),
    ended_at: row.ended_at && presentTime(row.ended_at),
  }))
}

export const presentTestedValue = (row: RegressionResultRow): VerifiedValueReply => ({
  prompt_key: row.prompt_key,
  document_id: row.document_id,
  document_name: row.document_name,
  outcome: row.outcome,
  truth: row.truth,
  before: row.before_value,
  after: row.after_value,
  was_right: row.was_right,
  is_right: row.is_right,
  error: row.error,
})

export const toTestedValue = (row: RegressionResultRow): TestedValue => ({
  key: row.prompt_key,
  documentName: row.document_name,
  outcome: row.outcome,
  expectedValue: row.truth,
  exportedValue: row.before_value,
  candidateValue: row.after_value,
  wasCorrect: row.was_right,
  isCorrect: row.is_right,
  error: row.error,
})
