import { makeDeployment, makeWorkflow } from './make-tool.ts'
import type { TestServer } from './start-server.ts'

type ReviewQueueOptions = {
  readonly toolId: string
  /** Name of the workflow and of its deployment. */
  readonly name: string
  /** The review rule; without one, everything goes to review. */
  readonly rule?: Readonly<Record<string, unknown>>
}

/** A deployment whose files go to review; approved results stay in the queue. */
export async function makeReviewQueue(
  server: TestServer,
  { toolId, name, rule = { percentage: 100 } }: ReviewQueueOptions,
) {
  const ada = server.as('admin')
  const flow = await makeWorkflow(ada, name, toolId)
  const { path, key } = await makeDeployment(ada, name, flow)
  await ada.post('manual_review/db_rules/', { workflow: flow, ...rule })
  await ada.post('manual_review/settings/', { workflow: flow, sync_with: 'Queue' })

  /** Sends files as one batch, and does not wait for them. */
  async function send(contents: readonly string[]): Promise<void> {
    const files = contents.map((content, n) => ({ name: `${n}.txt`, content, field: 'files' }))
    await server.anonymous.upload(
      path,
      { files, fields: { timeout: '0' } },
      { headers: { authorization: `Bearer ${key}` } },
    )
  }
  const countPending = async (): Promise<number> =>
    (await ada.get(`manual_review/queue_details/?class_name=${flow}`)).body.pending_review_count
  return { flow, send, countPending }
}
