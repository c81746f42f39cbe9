import type { VerificationReply, VerifiedValueReply } from '@recto/contract/verifications'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { userNames } from '../../organizations/organizations.port.ts'
import type { ReportedValue } from './junit-of.ts'
import {
  countOutcomes,
  type VerificationResultRow,
  type VerificationRow,
} from './verifications.store.ts'

const none = { better: 0, worse: 0, unchanged: 0, new: 0, failed: 0 }

type Shown = {
  readonly rows: readonly VerificationRow[]
  /** Of what would be compared now; undefined where the project cannot be exported. */
  readonly digest: string | undefined
}

export async function presentVerifications(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { rows, digest }: Shown,
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
    outcomes: outcomes.get(row.id) ?? none,
    contradicted: row.contradicted,
    not_kept: row.not_kept,
    error: row.error,
    created_by: people.get(row.created_by ?? 0)?.username ?? null,
    created_at: presentTime(row.created_at),
    ended_at: row.ended_at && presentTime(row.ended_at),
  }))
}

export const presentValue = (row: VerificationResultRow): VerifiedValueReply => ({
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

export const reportedValue = (row: VerificationResultRow): ReportedValue => ({
  key: row.prompt_key,
  documentName: row.document_name,
  outcome: row.outcome,
  truth: row.truth,
  before: row.before_value,
  after: row.after_value,
  wasRight: row.was_right,
  isRight: row.is_right,
  error: row.error,
})
