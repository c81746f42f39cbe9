import { createHash } from 'node:crypto'
import { compareDocuments, isComparable } from '@recto/extraction/compare-documents'
import {
  createIdentity,
  type DocumentIdentity,
  type FieldRole,
} from '@recto/extraction/document-identity'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type CompareDocument,
  checkResultAgain,
  matchResultAgain,
  type Tool,
  type ToolResult,
} from '../../tools/tools.port.ts'
import { type IdentityRow, type SimilarIdentity, saveIdentity } from './identities.store.ts'

type ComparedFile = { readonly workflowId: string; readonly fileId: string }

/**
 * Creates the comparison of a file with the files that its workflow has read before. Repeating the
 * comparison gives the same outcome.
 */
export function createEarlierFileComparison(
  tenant: Tenant,
  { workflowId, fileId }: ComparedFile,
): CompareDocument {
  return async ({ fields, values }) => {
    const plain = createIdentity(fields, values)
    if (!isComparable(plain)) return []
    const identity = digestIdentity(plain, workflowId)
    const similarFiles = await saveIdentity(tenant, { workflowId, fileId, identity })
    return compareDocuments(fields, toDocumentIdentity(identity), similarFiles.map(toKnownDocument))
  }
}

/**
 * Digests the values of an identity. Each digest includes the workflow, so that digests of two
 * workflows cannot be compared.
 */
function digestIdentity({ order, ...identity }: DocumentIdentity, workflowId: string): IdentityRow {
  const digest = (role: FieldRole, value: string | null) =>
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

const toDocumentIdentity = ({
  order_number: order,
  ...identity
}: IdentityRow): DocumentIdentity => ({
  ...identity,
  order,
})

const toKnownDocument = ({ file_id, execution_id, file_name, ...identity }: SimilarIdentity) => ({
  identity: toDocumentIdentity(identity),
  name: file_name,
  ref: { execution_id, file_id },
})

type ReusedResult = {
  readonly tool: Tool
  readonly result: unknown
  readonly compareWithEarlierFiles: CompareDocument | undefined
  /** The name of the file. */
  readonly name: string
  readonly signal: AbortSignal
  /** The time at which the execution began. */
  readonly time: Date
}

/**
 * Repeats the comparison and the lookups for a result that is reused from an earlier file, because newer
 * files and newer versions of lookup tables may have changed their outcome.
 */
export async function updateReusedResult(
  ctx: Pick<Context, 'compute'>,
  tenant: Tenant,
  { tool, result, time, ...document }: ReusedResult,
): Promise<unknown> {
  if (tool.builtIn) return result
  const { metadata } = tool
  const { metadata: resultMetadata } = result as Partial<ToolResult>
  // A person has confirmed these values with their rows; another row would count as confirmed, too.
  if (resultMetadata && 'review' in resultMetadata && resultMetadata.review) {
    const reviewedResult = { result: result as ToolResult, lookups: new Map(), isReviewed: true }
    return checkResultAgain(ctx, { metadata, ...reviewedResult, ...document })
  }
  const rematchedResult = await matchResultAgain(tenant, { metadata, time }, result as ToolResult)
  return checkResultAgain(ctx, { metadata, ...rematchedResult, ...document })
}
