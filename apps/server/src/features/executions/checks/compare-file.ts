import { createHash } from 'node:crypto'
import { compareDocuments, isComparable } from '@recto/extraction/compare-documents'
import {
  type DocumentIdentity,
  identityOf,
  type RoleOfField,
} from '@recto/extraction/document-identity'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type CompareDocument,
  compareAnew,
  type Tool,
  type ToolResult,
} from '../../tools/tools.port.ts'
import { type FoundIdentity, type IdentityRow, noteIdentity } from './identities.store.ts'

type File = { readonly workflowId: string; readonly fileId: string }

/** How a file of an execution is compared with what its workflow has read before; a second time it says the same. */
export function compareFile(tenant: Tenant, { workflowId, fileId }: File): CompareDocument {
  return async ({ fields, values }) => {
    const plain = identityOf(fields, values)
    if (!isComparable(plain)) return []
    const identity = digestsOf(plain, workflowId)
    const found = await noteIdentity(tenant, { workflowId, fileId, identity })
    return compareDocuments(fields, identityIn(identity), found.map(asKnown))
  }
}

/** The workflow is part of each, so that nothing can be told of one from another. */
function digestsOf({ order, ...identity }: DocumentIdentity, workflowId: string): IdentityRow {
  const digest = (role: RoleOfField, value: string | null) =>
    value === null
      ? null
      : createHash('sha256').update(`${workflowId} ${role} ${value}`).digest('hex')
  return {
    seller: digest('seller', identity.seller),
    number: digest('number', identity.number),
    order_number: digest('order', order),
    date: digest('date', identity.date),
    total: digest('total', identity.total),
    account: digest('account', identity.account),
  }
}

const identityIn = ({ order_number: order, ...identity }: IdentityRow): DocumentIdentity => ({
  ...identity,
  order,
})

const asKnown = ({ file_id, execution_id, file_name, ...identity }: FoundIdentity) => ({
  ...{ identity: identityIn(identity), name: file_name, ref: { execution_id, file_id } },
})

/** A result that was taken from an earlier file, as it is checked beside those that came since. */
export async function comparedAnew(
  tool: Tool,
  result: unknown,
  compare: CompareDocument | undefined,
): Promise<unknown> {
  if (!compare || tool.builtIn) return result
  return compareAnew(tool, result as ToolResult, compare)
}
