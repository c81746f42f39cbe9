import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderDeployment } from '../../apps/server/src/entry/testing/order-deployment.ts'
import { fetchOrders } from '../../apps/server/src/entry/testing/order-deployment.ts'
import type { Person, TestReply } from '../../apps/server/src/testing/people.ts'

type Asked = {
  readonly deployment: OrderDeployment
  readonly executionId: string
  readonly patienceSeconds: number
}

const everyMilliseconds = 100

/** Resolves with the reply that says how it ended; undefined when it has not ended for so long. */
export async function awaitExecution(
  person: Person,
  { deployment, executionId, patienceSeconds }: Asked,
): Promise<TestReply | undefined> {
  const until = performance.now() + patienceSeconds * 1000
  while (performance.now() < until) {
    const reply = await fetchOrders(person, deployment, executionId)
    if (reply.body?.status !== 'EXECUTING' && reply.body?.status !== 'PENDING') return reply
    await sleep(everyMilliseconds)
  }
  return undefined
}
