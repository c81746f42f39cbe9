import {
  deployOrders,
  type OrderDeployment,
  type SendingOptions,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import type { Person, TestReply } from '../../../apps/server/src/testing/people.ts'
import { awaitExecution } from '../await-execution.ts'
import type { NamedCorpus } from '../documents/realistic-corpus.ts'
import { isRightItem, sendAndCheck } from '../documents/send-and-check.ts'
import { type BenchInstallation, openInstallation } from '../installation.ts'
import type { Part } from '../part.ts'
import { startModels } from '../start-models.ts'
import { throwOnError } from '../throw-on-error.ts'
import { watchHealth } from '../watch-health.ts'
import { watchMemory } from '../watch-memory.ts'
import { type Calls, presentCalls, presentRequests } from './present-asynchronous.ts'
import { repeatUntilStopped } from './repeat-until-stopped.ts'

const requestsOf = { full: 2000, quick: 100 }
const senders = 16
const patienceSeconds = 600
/** Number of the fields that are asked for. */
const fields = 1

type SentFile = { readonly number: number; readonly executionId: string }

/** Sends many asynchronous requests, and measures other requests until all of them are complete. */
export const measureAsynchronous: Part = async ({ isQuick, documents, print }) => {
  await using cleaning = new AsyncDisposableStack()
  const installation = await openInstallation(cleaning)
  const { product, admin, origin } = installation
  const [model] = await startModels([0], cleaning)
  const corpus = documents.all()
  // The waiting caller sends no images: OCR alone would take longer than what the others cause.
  const otherCorpus = documents.withoutImages()
  const settings = { modelUrl: model!.url, fields, corpus }
  const deployment = await deployOrders(throwOnError(admin), { ...settings, name: 'crowd' })
  const otherDeployment = await deployOrders(throwOnError(admin), { ...settings, name: 'somebody' })
  const requests = isQuick ? requestsOf.quick : requestsOf.full
  const files = await Promise.all(numbersTo(requests).map(corpus.fileOf))
  const waitFor = (number: number) => sendOne(installation, otherDeployment, otherCorpus, number)
  await waitFor(1_000_001)

  print(`${requests} asynchronous requests …`)
  const memory = await watchMemory(product)
  const health = watchHealth(origin)
  const page = repeatUntilStopped(() => throwOnError(admin).get('execution/?page=1&page_size=10'))
  const document = repeatUntilStopped((turn) => waitFor(1_000_002 + turn))
  const start = performance.now()
  const sentFiles = await sendAll(admin, deployment, files)
  const sentSeconds = (performance.now() - start) / 1000
  const complaints = await awaitAll(admin, deployment, { corpus, sentFiles })
  const settledSeconds = (performance.now() - start) / 1000
  const calls: Calls[] = [
    { label: 'a document whose sender waits', milliseconds: await document.stop() },
    { label: 'the first page of executions', milliseconds: await page.stop() },
    { label: '/health', milliseconds: await health.stop() },
  ]
  memory.stop()
  const peak = memory.peak()
  await product.stop()
  const figures = { requests, sentSeconds, settledSeconds, peak, meanwhile: calls }
  return {
    figures,
    tables: [presentRequests(figures), presentCalls(calls), documents.description],
    complaints: complaints,
  }
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function sendOne(
  { admin }: BenchInstallation,
  deployment: OrderDeployment,
  corpus: NamedCorpus,
  number: number,
): Promise<void> {
  const file = await corpus.fileOf(number)
  await sendAndCheck(admin, { deployment, corpus, number, file, fields })
}

async function sendAll(
  person: Person,
  deployment: OrderDeployment,
  files: SendingOptions['files'],
): Promise<SentFile[]> {
  const sentFiles: SentFile[] = []
  let next = 0
  const send = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const request = { files: [files[index]!], seconds: 0 }
      const { body } = await sendOrders(throwOnError(person), deployment, request)
      sentFiles.push({ number: index + 1, executionId: body.message.execution_id })
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
  return sentFiles
}

/**
 * Awaits the results one by one, in the order in which the files were sent, and returns complaints.
 */
async function awaitAll(
  person: Person,
  deployment: OrderDeployment,
  { corpus, sentFiles }: { readonly corpus: NamedCorpus; readonly sentFiles: readonly SentFile[] },
): Promise<string[]> {
  const complaints: string[] = []
  for (const { number, executionId } of sentFiles) {
    const reply = await awaitExecution(person, { deployment, executionId, patienceSeconds })
    if (!isRightItem({ corpus, number, fields }, reply?.body?.message?.[0])) {
      complaints.push(`asynchronous document ${number}: ${reply ? excerpt(reply) : 'no end'}`)
    }
  }
  return complaints
}

const excerpt = ({ status, body }: TestReply) => `${status} ${JSON.stringify(body)}`.slice(0, 500)
