import type { Corpus } from '../../../apps/server/src/entry/testing/corpus.ts'
import {
  type OrderDeployment,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import type { Person, TestFile } from '../../../apps/server/src/testing/people.ts'

type CheckedRequest = {
  readonly deployment: OrderDeployment
  readonly corpus: Corpus
  /** Number of the corpus's fields that the deployment asks for. */
  readonly fields: number
  readonly number: number
  /** The document with this number, made beforehand. */
  readonly file: TestFile
}

const patienceSeconds = 300

/** Sends a document, waits for its result and returns the milliseconds. Throws if the result is wrong. */
export async function sendAndCheck(person: Person, request: CheckedRequest): Promise<number> {
  const { deployment, file } = request
  const start = performance.now()
  const reply = await sendOrders(person, deployment, { files: [file], seconds: patienceSeconds })
  const milliseconds = performance.now() - start
  if (!isRightItem(request, reply.body?.message?.result?.[0])) {
    const text = JSON.stringify(reply.body).slice(0, 1000)
    throw new Error(`The result of ${file.name} is not right: ${reply.status} ${text}`)
  }
  return milliseconds
}

type ResultItem =
  | { readonly result?: { readonly output?: Readonly<Record<string, unknown>> } | null }
  | undefined

/** Whether a result has each of the fields, and each as its document says. */
export function isRightItem(
  { corpus, number, fields }: Pick<CheckedRequest, 'corpus' | 'number' | 'fields'>,
  item: ResultItem,
): boolean {
  const output = item?.result?.output
  if (!corpus.mayFail(number, output === undefined)) return false
  return corpus.fields
    .slice(0, output === undefined ? 0 : fields)
    .every(({ key }) => corpus.isRight(number, key, output?.[key]))
}
