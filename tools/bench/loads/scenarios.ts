import {
  deployOrders,
  type OrderDeployment,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFields } from '../../../apps/server/src/entry/testing/orders.ts'
import type { BenchInstallation } from '../installation.ts'
import type { Model } from '../start-models.ts'
import { strictly } from '../strictly.ts'
import { type Callers, type Load, measureLoad, sendLoad } from './measure-load.ts'

/** A way of answering, with documents that come one after the other and are never sent twice. */
export type Scenario = {
  readonly model: string
  measure(callers: number, documents: number): Promise<Load>
  /** The same, with nothing measured. */
  send(callers: number, documents: number): Promise<void>
  /** The same deployment after its installation was started again. */
  on(installation: BenchInstallation): Scenario
}

/** One model call for each document; the built-in extractor, which comes last, answers three prompts. */
export async function deployScenarios(
  installation: BenchInstallation,
  models: readonly Model[],
): Promise<Scenario[]> {
  const admin = strictly(installation.admin)
  const counter = { nextNumber: 1 }
  const scenarios: Scenario[] = []
  for (const { latencyMs, url, pid, name: model } of models) {
    const name = `bench-${latencyMs}`
    const deployment = await deployOrders(admin, { name, modelUrl: url, fields: 1 })
    const shared = { model, deployment, fields: 1, modelPid: pid }
    scenarios.push(scenarioOf(installation, counter, shared))
  }
  const deployment = await deployOrders(admin, { name: 'bench-built-in' })
  const shared = { model: 'built-in extractor', deployment, fields: orderFields.length }
  return [...scenarios, scenarioOf(installation, counter, shared)]
}

type Shared = Pick<Callers, 'fields' | 'modelPid'> & {
  readonly model: string
  readonly deployment: OrderDeployment
}

function scenarioOf(
  { product, admin }: BenchInstallation,
  counter: { nextNumber: number },
  given: Shared,
): Scenario {
  const { model, ...shared } = given
  const callersOf = (callers: number, documents: number): Callers => {
    const firstNumber = counter.nextNumber
    counter.nextNumber += documents
    return { product, person: admin, ...shared, callers, documents, firstNumber }
  }
  return {
    model,
    measure: (callers, documents) => measureLoad(callersOf(callers, documents)),
    send: (callers, documents) => sendLoad(callersOf(callers, documents)),
    on: (installation) => scenarioOf(installation, counter, given),
  }
}
