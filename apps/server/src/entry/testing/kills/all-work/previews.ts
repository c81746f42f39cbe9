import { makeFlow } from '../../../../testing/make-pipeline.ts'
import { fileNameOf } from '../../orders.ts'
import { addToBucket } from '../../pipelines/order-source.ts'
import { isOrder } from './api-files.ts'
import { cellOf } from './cells.ts'
import { findRepeated, type Judgement, keepOn, type Load, type LoadContext } from './load.ts'
import { previewBucket, type Warehouse } from './pipelines.ts'

const numbers = [900_001, 900_002, 900_003]
const maxOpenPreviews = 3

/** Previews whose listing was accepted; one whose first reply was cut off was never started. */
const listedPreviews = `
  select e.id, e.status, e.error_message as error from execution e
  where e.is_preview and exists (select from work_item w where w.key = 'list-source:' || e.id)`

/** Previews of the first files of a draft, as the page that sets up a pipeline asks for them. */
export async function openPreviews(context: LoadContext, warehouse: Warehouse): Promise<Load> {
  const { site, toolId, query } = context
  const { admin } = site
  const { buckets, door, sourceId, destinationId } = warehouse
  await addToBucket(buckets, { folder: previewBucket, numbers })
  const workflowId = await makeFlow(admin, 'Preview', {
    toolId,
    isDraft: true,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: sourceId,
      configuration: { folders: [previewBucket], maxFiles: 3 },
    },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: destinationId,
      configuration: { table: previewBucket, columnMode: 'Write each field to a column' },
    },
  })
  const execute = (fields: object) =>
    admin.post('workflow/execute/', { workflow_id: workflowId, ...fields })
  const start = async () => {
    const openPreviews = await query(`${listedPreviews} and e.status in ('PENDING', 'EXECUTING')`)
    if (openPreviews.length >= maxOpenPreviews) return
    const { body } = await execute({ preview: true, use_earlier_results: false })
    // The reply comes when the preview has ended; nobody waits for it.
    execute({ execution_id: body.execution_id }).catch(() => {})
  }
  return {
    run: (signal) => keepOn(signal, 1000, start),
    judge: async () => [await judgePreviews(context, warehouse)],
    provocations: {
      async [cellOf('listing of a preview', 'suspended')]() {
        door.setBroken(previewBucket, true)
        return async () => door.setBroken(previewBucket, false)
      },
    },
  }
}

type Preview = { readonly id: string; readonly status: string; readonly error: string }
type PreviewFile = {
  readonly executionId: string
  readonly name: string
  readonly status: string
  readonly output: unknown
}

async function judgePreviews({ query }: LoadContext, { books }: Warehouse): Promise<Judgement> {
  const previews = await query<Preview>(listedPreviews)
  const files = await query<PreviewFile>(
    `select f.execution_id as "executionId", f.file_name as name, f.status, f.result -> 'output' as output
     from file_execution f join execution e on e.id = f.execution_id where e.is_preview`,
  )
  const filesById = Map.groupBy(files, ({ executionId }) => executionId)
  const wrongPreviews = previews.filter(({ id, status }) => {
    const previewFiles = filesById.get(id) ?? []
    const isComplete = numbers.every((number) => previewFiles.some((file) => isRight(number, file)))
    return status !== 'COMPLETED' || !isComplete
  })
  const deliveredRows = await books.read(previewBucket).catch(() => [])
  return {
    name: 'previews',
    accepted: previews.length,
    right: previews.length - wrongPreviews.length,
    lostItems: wrongPreviews.map(
      ({ id, status, error }) => `${id}: ${status} ${error} ${JSON.stringify(filesById.get(id))}`,
    ),
    doubledItems: [
      ...findRepeated(files.map(({ executionId, name }) => `${name} of ${executionId}`)),
      ...deliveredRows.map(({ path }) => `${path} was delivered`),
    ],
  }
}

const isRight = (number: number, { name, status, output }: PreviewFile) =>
  name === fileNameOf(number) && status === 'COMPLETED' && isOrder(number, output)
