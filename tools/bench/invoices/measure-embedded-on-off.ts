import { deployOrders } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { quantile, table } from '../figures.ts'
import { openInstallation } from '../installation.ts'
import { measureFiles } from '../loads/measure-load.ts'
import type { Part } from '../part.ts'
import { startModels } from '../start-models.ts'

/** How often the whole set is sent each way. */
const rounds = { full: 7, quick: 3 }
const callers = 3
/** The first round of each way is not counted: code is compiled in it. */
const warmRounds = 1
const maxRatio = 1.15

const ways = ['on', 'off'] as const

/**
 * Sends the whole set to two deployments, one with and one without the search for embedded data, in turn. The model
 * takes 0 ms and is asked for what the embedded data does not answer.
 */
export const measureEmbeddedOnOff: Part = async ({ isQuick, documents, print }) => {
  await using cleaning = new AsyncDisposableStack()
  const installation = await openInstallation(cleaning)
  const { admin: person, product } = installation
  const [model] = await startModels([0], cleaning)
  const modelUrl = model!.url
  const deploy = async (way: 'on' | 'off') => {
    const corpus = documents.all()
    const project = { enable_embedded_data: way === 'on' }
    const settings = { name: `embedded-${way}`, modelUrl, corpus, project }
    return { corpus, deployment: await deployOrders(person, settings) }
  }
  const deployments = { on: await deploy('on'), off: await deploy('off') }
  const seconds = { on: [] as number[], off: [] as number[] }
  let nextNumber = 0
  const count = isQuick ? rounds.quick : rounds.full
  for (let round = 0; round < warmRounds + count; round++) {
    print(`round ${round} …`)
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      const { corpus, deployment } = deployments[way]
      const numbers = Array.from({ length: corpus.count }, () => nextNumber++)
      const files = await Promise.all(
        numbers.map(async (number) => ({ number, file: await corpus.fileOf(number) })),
      )
      const fields = corpus.fields.length
      const load = { product, person, deployment, corpus, callers, fields, modelPid: model!.pid }
      const { documentsPerSecond } = await measureFiles(load, files)
      if (round >= warmRounds) seconds[way].push(corpus.count / documentsPerSecond)
    }
  }
  await product.stop()
  const medians = { on: quantile(seconds.on, 0.5), off: quantile(seconds.off, 0.5) }
  const ratio = medians.on / medians.off
  const text = table([
    [`${deployments.on.corpus.count} documents, ${callers} callers`, 'seconds'],
    ['embedded data on', medians.on.toFixed(2)],
    ['embedded data off', medians.off.toFixed(2)],
    [`ratio (wanted <= ${maxRatio})`, ratio.toFixed(2)],
  ])
  return {
    figures: { seconds, medians, ratio },
    tables: [text, documents.description],
    complaints: [],
  }
}
