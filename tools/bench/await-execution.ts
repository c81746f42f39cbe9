import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderDeployment } from '../../apps/server/src/entry/testing/order-deployment.ts'
import { fetchOrders } from '../../apps/server/src/entry/testing/order-deployment.ts'
import type { Person, TestReply } from '../../apps/server/src/testing/people.ts'

type AwaitedExecution = {
  readonly deployment: OrderDeployment
  readonly executionId: string
  readonly patienceSeconds: number
}

const pollMilliseconds = 100

/** Polls until the execution ends and returns its final reply, or undefined if it does not end in time. */
export async function awaitExecution(
  person: Person,
  { deployment, executionId, patienceSeconds }: AwaitedExecution,
): Promise<TestReply | undefined> {
  const until = performance.now() + patienceSeconds * 1000
  while (performance.now() < until) {
    const reply = await fetchOrders(person, deployment, executionId)
    if (reply.body?.status !== 'EXECUTING' && reply.body?.status !== 'PENDING') return reply
    await sleep(pollMilliseconds)
  }
  return undefined
}
