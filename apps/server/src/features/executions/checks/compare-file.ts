import { compareDocuments } from '@recto/extraction/compare-documents'
import { identityOf } from '@recto/extraction/document-identity'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type CompareDocument,
  compareAnew,
  type Tool,
  type ToolResult,
} from '../../tools/tools.port.ts'
import { noteIdentity } from './identities.store.ts'

type File = { readonly workflowId: string; readonly fileId: string }

/** How a file of an execution is compared with what its workflow has read before; a second time it says the same. */
export function compareFile(tenant: Tenant, file: File): CompareDocument {
  return async ({ fields, values }) => {
    const identity = identityOf(fields, values)
    const { number, order, issuer, account } = identity
    const isRecognised = number !== null || order !== null || (issuer !== null && account !== null)
    if (!isRecognised) return []
    const { mine, others } = await noteIdentity(tenant, { ...file, identity })
    return compareDocuments(fields, mine, others)
  }
}

/** A result that was taken from an earlier file, as it is checked beside those that came since. */
export async function comparedAnew(
  tool: Tool,
  result: unknown,
  compare: CompareDocument | undefined,
): Promise<unknown> {
  if (!compare || tool.builtIn) return result
  return compareAnew(tool, result as ToolResult, compare)
}
