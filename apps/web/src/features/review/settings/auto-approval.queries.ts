import * as api from '@recto/contract/review/review-rules'
import { readAs, useChange } from '../../../shared/api/requests.ts'

/** The classes and people whose finished reviews need no supervisor. */
export type AutoApproval = {
  readonly classIds: readonly string[]
  readonly emails: readonly string[]
}

export const autoApproval = readAs(
  api.listAutoApproval,
  {},
  ([row]): AutoApproval => ({
    classIds: row?.auto_approved_document_classes ?? [],
    emails: row?.auto_approved_users ?? [],
  }),
)

export const useSaveAutoApproval = () =>
  useChange(api.saveAutoApproval, {
    invalidates: [api.listAutoApproval],
    toWire: ({ classIds, emails }: AutoApproval) => ({
      body: { auto_approved_document_classes: [...classIds], auto_approved_users: [...emails] },
    }),
  })
