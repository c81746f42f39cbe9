import {
  deployOrders,
  type OrderDeployment,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orders } from '../../../apps/server/src/entry/testing/orders.ts'
import type { NamedCorpus } from '../documents/realistic-corpus.ts'
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

/** One-line pages: what no document can be faster than. */
const floor: NamedCorpus = { ...orders, count: 1, nameOf: () => 'one-line page' }

/** Deploys a scenario whose documents are pages of one line, with one call for each. */
export const deployFloor = (installation: BenchInstallation, model: Model): Promise<Scenario> =>
  deployModel(installation, model, { name: 'floor', title: 'floor', corpus: floor })

/** The number of the next document; deployments that share it get no document twice. */
export type NumberCounter = { nextNumber: number }

type ModelScenario = {
  /** Part of the deployment's address. */
  readonly name: string
  readonly title: string
  readonly corpus: NamedCorpus
  readonly counter?: NumberCounter
}

/** Deploys a scenario with one call of a model for each document. */
export async function deployModel(
  installation: BenchInstallation,
  { url, pid }: Model,
  { name, title, corpus, counter = { nextNumber: 1 } }: ModelScenario,
): Promise<Scenario> {
  const admin = throwOnError(installation.admin)
  const deployment = await deployOrders(admin, { name, modelUrl: url, fields: 1, corpus })
  const settings = { model: title, deployment, corpus, fields: 1, modelPid: pid }
  return scenarioOf(installation, counter, settings)
}

/** Deploys a scenario with the built-in extractor and all fields. */
export async function deployBuiltIn(
  installation: BenchInstallation,
  corpus: NamedCorpus,
  counter: NumberCounter,
): Promise<Scenario> {
  const admin = throwOnError(installation.admin)
  const deployment = await deployOrders(admin, { name: 'bench-built-in', corpus })
  const settings = { deployment, corpus, fields: corpus.fields.length }
  const model = 'built-in extractor'
  return scenarioOf(installation, counter, { model, ...settings })
}

type ScenarioSettings = Pick<LoadOptions, 'fields' | 'modelPid' | 'corpus'> & {
  readonly model: string
  readonly deployment: OrderDeployment
}

function scenarioOf(
  { product, admin }: BenchInstallation,
  counter: NumberCounter,
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
