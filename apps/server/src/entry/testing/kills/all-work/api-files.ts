import { makeDeployment, makeWorkflow } from '../../../../testing/make-tool.ts'
import type { TestReply } from '../../../../testing/people.ts'
import { type OrderDeployment, sendOrders } from '../../order-deployment.ts'
import { fileNameOf, orderFile, orderOf } from '../../orders.ts'
import { makeReviewed } from '../../review/make-reviewed.ts'
import { mark } from '../../review/scripted-people.ts'
import { findRepeated, type Judgement, keepOn, type Load, type LoadContext } from './load.ts'

/** Numbers of orders, by what became of their requests. */
type SentNumbers = { readonly acceptedNumbers: number[]; readonly uncertainNumbers: number[] }

type FileLoad = Load & {
  /** The workflow whose results are reviewed. */
  readonly reviewedWorkflow: string
}

const patienceSeconds = 60
const maxOpenFiles = 8
const awaitingCallers = 6

/** Callers who wait for the result, requests for which nobody waits, and both with results that are reviewed. */
export async function openApiFiles(context: LoadContext): Promise<FileLoad> {
  const { site, query } = context
  const plain = await deploy(context, 'orders')
  const reviewedDeployment = await deploy(context, 'looked-at')
  await makeReviewed(site.admin, reviewedDeployment.workflowId)
  let lastNumber = 0
  const awaitedNumbers: SentNumbers = { acceptedNumbers: [], uncertainNumbers: [] }
  const asynchronous: SentNumbers = { acceptedNumbers: [], uncertainNumbers: [] }
  const send = async (deployment: OrderDeployment, count: number, seconds: number) => {
    const numbers = Array.from({ length: count }, () => ++lastNumber)
    const files = await Promise.all(numbers.map(orderFile))
    const reply = await sendOrders(site.admin, deployment, { files, seconds }).catch(
      () => undefined,
    )
    const { acceptedNumbers, uncertainNumbers } = seconds > 0 ? awaitedNumbers : asynchronous
    if (isAccepted(reply)) acceptedNumbers.push(...numbers)
    else uncertainNumbers.push(...numbers)
  }
  const countOpen = async (workflowId: string) => {
    const [row] = await query<{ count: string }>(
      `select count(*) as count from file_execution
       where workflow_id = $1 and not is_awaited and status in ('PENDING', 'EXECUTING')`,
      [workflowId],
    )
    return Number(row?.count)
  }
  const sendUnlessBusy = async ({ deployment, workflowId }: typeof plain, max: number) => {
    if ((await countOpen(workflowId)) < max) await send(deployment, 2, 0)
  }
  return {
    reviewedWorkflow: reviewedDeployment.workflowId,
    async run(signal) {
      const callers = Array.from({ length: awaitingCallers }, () =>
        keepOn(signal, 100, () => send(plain.deployment, 1, patienceSeconds)),
      )
      await Promise.all([
        ...callers,
        keepOn(signal, 500, () => sendUnlessBusy(plain, maxOpenFiles)),
        keepOn(signal, 2000, () => sendUnlessBusy(reviewedDeployment, maxOpenFiles / 2)),
        keepOn(signal, 4000, () => send(reviewedDeployment.deployment, 1, 1)),
      ])
    },
    judge: async () => [
      await judgeSent(context, 'awaited files', awaitedNumbers),
      await judgeSent(context, 'asynchronous files', asynchronous),
    ],
  }
}

async function deploy({ site, toolId }: LoadContext, name: string) {
  const workflowId = await makeWorkflow(site.admin, name, toolId)
  const { path, key } = await makeDeployment(site.admin, name, workflowId)
  return { workflowId, deployment: { path, key } }
}

const isAccepted = (reply: TestReply | undefined) =>
  reply?.status === 200 && typeof reply.body?.message?.execution_id === 'string'

type FileRow = { readonly name: string; readonly status: string; readonly output: unknown }

const filesQuery = `
  select f.file_name as name, f.status, f.result -> 'output' as output
  from file_execution f join execution e on e.id = f.execution_id where e.entity = 'API'`

/** A request without a reply may have been accepted; if so, it must come right too. */
async function judgeSent(
  { query }: LoadContext,
  name: string,
  { acceptedNumbers, uncertainNumbers }: SentNumbers,
): Promise<Judgement> {
  const rows = await query<FileRow>(filesQuery)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const present = uncertainNumbers.filter((number) => byName.has(fileNameOf(number)))
  const numbers = [...acceptedNumbers, ...present]
  const lostNumbers = numbers.filter((number) => !isRight(number, byName.get(fileNameOf(number))))
  const names = new Set(numbers.map(fileNameOf))
  return {
    name,
    accepted: acceptedNumbers.length,
    right: numbers.length - lostNumbers.length,
    lostItems: lostNumbers.map((number) => describe(number, byName.get(fileNameOf(number)))),
    doubledItems: findRepeated(rows.map((row) => row.name)).filter((one) => names.has(one)),
    details: { 'accepted without a reply': present.length },
  }
}

const describe = (number: number, row: FileRow | undefined) =>
  `${fileNameOf(number)}: ${row ? `${row.status} ${JSON.stringify(row.output)}` : 'no row'}`

function isRight(number: number, row: FileRow | undefined): boolean {
  return row?.status === 'COMPLETED' && isOrder(number, row.output)
}

/** Whether these are all values of the order; a reviewer may have left a mark. */
export function isOrder(number: number, output: unknown): boolean {
  const expectedOrder = orderOf(number)
  const values = { ...(output as Readonly<Record<string, unknown>>) }
  const customer = String(values.customer).replace(mark, '')
  return (
    values.order_number === expectedOrder.order_number &&
    customer === expectedOrder.customer &&
    values.total === expectedOrder.total
  )
}
