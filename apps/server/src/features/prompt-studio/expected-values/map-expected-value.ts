import type { FaultsReply, TruthReply } from '@recto/contract/prompt-studio/truths'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { userNames } from '../../organizations/organizations.port.ts'
import type { ExpectedValueRow } from '../rows/expected-values.store.ts'
import type { Faults } from './find-faults.ts'

export const rethrowExpectedValueError = rethrowWithWireFields({
  promptId: 'prompt_id',
  documentId: 'document_id',
})

export async function presentExpectedValues(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly ExpectedValueRow[],
): Promise<TruthReply[]> {
  const people = await userNames(
    tenantOf(ctx, actor),
    rows.flatMap(({ created_by, other_by }) => [created_by, other_by]),
  )
  return rows.map(({ created_by, modified_at, evidence, other_at, ...row }) => ({
    prompt_id: row.prompt_id,
    document_id: row.document_id,
    value: row.value,
    source: row.source,
    evidence: (evidence ?? null) as TruthReply['evidence'],
    machine_value: row.machine_value,
    contradicted_by: other_at && {
      value: row.other_value,
      source: row.other_source ?? 'review',
      created_by: people.get(row.other_by ?? 0)?.username ?? null,
      modified_at: presentTime(other_at),
    },
    created_by: people.get(created_by ?? 0)?.username ?? null,
    modified_at: presentTime(modified_at),
  }))
}

export function presentFaults({
  disputedCount,
  fields,
  documents,
  failures,
  omittedCount,
}: Faults): FaultsReply {
  return {
    contradicted: disputedCount,
    fields: fields.map(({ promptId, profileId, faults, ...accuracy }) => ({
      prompt_id: promptId,
      profile_id: profileId,
      faults: faults.map((count) => ({ ...count })),
      ...accuracy,
    })),
    documents: documents.map(({ documentId, profileId, ...accuracy }) => ({
      document_id: documentId,
      profile_id: profileId,
      ...accuracy,
    })),
    failures: failures.map(
      ({ prompt_id, document_id, profile_id, fault, expectedValue, answer }) => ({
        prompt_id,
        document_id,
        profile_id,
        fault,
        truth: expectedValue,
        answer,
      }),
    ),
    failures_omitted: omittedCount,
  }
}
