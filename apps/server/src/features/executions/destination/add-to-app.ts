import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { addAppDocument } from './app-documents.store.ts'
import type { Delivery } from './delivery.ts'

/** Maximum number of documents of an app. */
const maxDocuments = 5

/**
 * Adds the file to the documents of the workflow's apps. Beyond the maximum the oldest document is
 * removed, and the log names it.
 */
export async function addToApp(tenant: Tenant, { file, execution }: Delivery): Promise<string> {
  const document = {
    workflowId: execution.workflow_id,
    fileName: file.file_name,
    fileHash: file.file_hash,
  }
  const removedNames = await inTransaction(tenant, (transaction) =>
    addAppDocument(transaction, document, maxDocuments),
  )
  if (removedNames.length === 0) return 'Added to the app.'
  const names = removedNames.map((name) => `“${name}”`).join(', ')
  return `Added to the app. This replaced ${names}, because an app can have at most ${maxDocuments} documents.`
}
