import type { Tenant } from '../../platform/db/database.ts'
import type { GroupedWrite } from '../../platform/db/group-commits.ts'
import { type AnswersWithoutCall, insertAnswersWithoutCall } from '../usage/usage.port.ts'
import { type CallContext, toCallKey } from './call-context.ts'
import { retryUntilStored } from './call-once.ts'

/** Stores numbers that arrive concurrently in one commit. */
const countWrites: GroupedWrite<AnswersWithoutCall> = {
  name: 'model-calls/count-answers-without-call',
  write: (db, counts) => insertAnswersWithoutCall({ db }, counts),
}

type AnsweredWithoutCall = Pick<AnswersWithoutCall, 'kind' | 'answers'> & {
  /** Unique within the run for each kind. */
  readonly step: string
}

/**
 * Counts questions that were answered without a call, so that people see what this saved. A
 * repeated run counts them once, and a replay not at all.
 */
export async function countAnswersWithoutCall(
  { db, organizationId }: Tenant,
  calls: CallContext,
  { kind, answers, step }: AnsweredWithoutCall,
): Promise<void> {
  const { groupCommits, isReplay, runId, workflowId, executionId, projectId } = calls
  if (isReplay || answers === 0) return
  const count: AnswersWithoutCall = {
    organization_id: organizationId,
    answers_key: toCallKey(calls, `${kind}/${step}`),
    kind,
    answers,
    run_id: runId,
    workflow_id: workflowId ?? null,
    execution_id: executionId ?? null,
    project_id: projectId ?? null,
  }
  // Inside the caller's transaction it must be committed with that.
  const isGrouped = groupCommits && !db.isTransaction
  await retryUntilStored(() =>
    isGrouped ? groupCommits.commit(countWrites, count) : countWrites.write(db, [count]),
  )
}
