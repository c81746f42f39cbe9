import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { putAppDocument } from './app-documents.store.ts'
import type { Delivery } from './delivery.ts'

/** An app answers from so many documents. */
const mostDocuments = 5

/** Makes the file a document of the workflow's apps; beyond five the oldest makes room, and the log says which. */
export async function giveToApp(tenant: Tenant, { file, execution }: Delivery): Promise<string> {
  const document = {
    workflowId: execution.workflow_id,
    fileName: file.file_name,
    fileHash: file.file_hash,
  }
  const gone = await inTransaction(tenant, (within) =>
    putAppDocument(within, document, mostDocuments),
  )
  if (gone.length === 0) return 'Given to the app.'
  const names = gone.map((name) => `“${name}”`).join(', ')
  return `Given to the app in the place of ${names}: an app has at most ${mostDocuments} documents.`
}
