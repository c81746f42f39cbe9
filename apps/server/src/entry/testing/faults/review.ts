import type { Person } from '../../../testing/people.ts'
import { readFacts } from '../kills/judge.ts'
import { until } from '../kills/story.ts'
import { makeOrderTool } from '../order-deployment.ts'
import { makeDue, makeOrderPipelines, runsOf } from '../pipelines/order-pipelines.ts'
import { joinOrganization } from '../review/join-organization.ts'
import { judgeReviews, readReviews } from '../review/judge-reviews.ts'
import { makeReviewed } from '../review/make-reviewed.ts'
import { approveAll, mark, reviewAll, type Work } from '../review/scripted-people.ts'
import { openFromFolderToTable, type SingleInstallation } from './alone.ts'
import type { Span } from './examine-payments.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { judgePipelines } from './judge-pipelines.ts'

const defaultDocumentCount = 200
const patienceSeconds = 1200
const reviewers = ['rita', 'ron', 'rosa']
const supervisors = ['sue', 'sam']

/**
 * A pipeline into a table, every document of which is corrected by one of three reviewers and approved by one of two
 * supervisors. Everything is killed again and again while the documents are on their way through these hands.
 */
export async function killWhileReviewed(plan: FaultPlan): Promise<FaultVerdict> {
  const { documents = defaultDocumentCount, times, print } = plan
  await using cleaning = new AsyncDisposableStack()
  const {
    source,
    table,
    installation: singleInstallation,
  } = await openFromFolderToTable(cleaning, documents)
  const admin = singleInstallation.person()
  const databaseUrl = await singleInstallation.databaseUrl()
  const toolId = await makeOrderTool(admin, {
    name: 'review',
    modelUrl: singleInstallation.modelDoor.url,
  })
  const ids = await makeOrderPipelines(admin, { toolId, source, tables: [table] })
  const className = await makePipelineReviewed(admin, ids[0])

  const stopController = new AbortController()
  const work: Work = { finished: 0, approved: 0, cut: 0, wrong: [], edited: new Set() }
  const queue = { className, signal: stopController.signal }
  const people = await everybody(singleInstallation)
  const atWork = [
    ...people.reviewers.map((one) => reviewAll(one, queue, work)),
    ...people.supervisors.map((one) => approveAll(one, queue, work)),
  ]
  const spans: Span[] = []
  try {
    await makeDue(databaseUrl, ids)
    for (let turn = 0; turn < times; turn++) {
      const dueCount = Math.floor((documents * (turn + 1)) / (times + 1))
      await until(`${dueCount} approvals`, async () => work.approved >= dueCount, patienceSeconds)
      const from = Date.now()
      await singleInstallation.product().kill()
      await singleInstallation.startAgain()
      await singleInstallation.model.settled()
      spans.push({ from, to: Date.now() })
      print?.(`kill ${turn + 1}: ${work.finished} finished, ${work.approved} approved`)
    }
    const runs = () => runsOf(databaseUrl, ids)
    await until(
      'the run to end',
      async () => (await runs()).some(({ status }) => status === 'COMPLETED' || status === 'ERROR'),
      patienceSeconds,
    )
  } finally {
    stopController.abort()
    await Promise.all(atWork)
  }

  const rows = await table.rows()
  const unmarkedRows = rows.filter(({ customer }) => !customer.endsWith(mark))
  const reviews = await readReviews(databaseUrl)
  const verdict = judgePipelines({
    documents,
    spans,
    folder: source.folder,
    runs: await runsOf(databaseUrl, ids),
    written: [{ name: table.name, rows: rows.map(withoutMark) }],
    facts: await readFacts(databaseUrl),
    log: singleInstallation.model.logged(),
    besides: { reviewed: reviews.length, 'requests cut off': work.cut },
  })
  const violations = [
    ...verdict.broken,
    ...work.wrong,
    ...unmarkedRows.map(({ path }) => `delivered without its edit: ${path}`),
    ...judgeReviews(reviews),
    ...(reviews.length === documents ? [] : [`${reviews.length} items, not ${documents}`]),
  ]
  return { ...verdict, broken: violations }
}

const withoutMark = <Row extends { readonly customer: string }>(row: Row): Row => ({
  ...row,
  customer: row.customer.replace(mark, ''),
})

/** Returns the id of the workflow. */
async function makePipelineReviewed(admin: Person, pipeline: string | undefined): Promise<string> {
  const { workflow } = (await admin.get(`pipeline/${pipeline}/`)).body
  await makeReviewed(admin, workflow)
  return workflow
}

async function everybody(singleInstallation: SingleInstallation) {
  const admin = singleInstallation.person()
  const { origin } = singleInstallation
  const join = (role: 'reviewer' | 'supervisor') => (name: string) =>
    joinOrganization(admin, origin, { email: `${name}@example.org`, role })
  return {
    reviewers: await Promise.all(reviewers.map(join('reviewer'))),
    supervisors: await Promise.all(supervisors.map(join('supervisor'))),
  }
}
