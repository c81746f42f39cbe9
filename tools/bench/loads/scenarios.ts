import {
  deployOrders,
  type OrderDeployment,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFields } from '../../../apps/server/src/entry/testing/orders.ts'
import type { BenchInstallation } from '../installation.ts'
import type { Model } from '../start-models.ts'
import { throwOnError } from '../throw-on-error.ts'
import { type Load, type LoadOptions, measureLoad, sendLoad } from './measure-load.ts'

/** A deployment with one way of answering; every document is sent only once. */
export type Scenario = {
  readonly model: string
  measure(callers: number, documents: number): Promise<Load>
  /** Sends documents without measuring them. */
  send(callers: number, documents: number): Promise<void>
  /** Returns the scenario for the same deployment after its installation was restarted. */
  on(installation: BenchInstallation): Scenario
}

/** Deploys one scenario per model, with one call per document, and one with the built-in extractor and all fields. */
export async function deployScenarios(
  installation: BenchInstallation,
  models: readonly Model[],
): Promise<Scenario[]> {
  const admin = throwOnError(installation.admin)
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

type ScenarioSettings = Pick<LoadOptions, 'fields' | 'modelPid'> & {
  readonly model: string
  readonly deployment: OrderDeployment
}

function scenarioOf(
  { product, admin }: BenchInstallation,
  counter: { nextNumber: number },
  settings: ScenarioSettings,
): Scenario {
  const { model, ...shared } = settings
  const callersOf = (callers: number, documents: number): LoadOptions => {
    const firstNumber = counter.nextNumber
    counter.nextNumber += documents
    return { product, person: admin, ...shared, callers, documents, firstNumber }
  }
  return {
    model,
    measure: (callers, documents) => measureLoad(callersOf(callers, documents)),
    send: (callers, documents) => sendLoad(callersOf(callers, documents)),
    on: (installation) => scenarioOf(installation, counter, settings),
  }
}
