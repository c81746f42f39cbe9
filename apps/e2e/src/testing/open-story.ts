import {
  type CannedModelServer,
  type ScriptedReply,
  startCannedModelServer,
} from '@recto/testkit/canned-model-server'
import type { Browser } from 'playwright-core'
import { makeModelTool } from './make-model-tool.ts'
import { openBrowser } from './open-browser.ts'
import { signIn } from './sign-in.ts'
import { type Product, startPreparedProduct } from './start-product.ts'
import { startVisit, type Visit } from './visit.ts'

type Model = {
  /** Reply when no turn is scripted. */
  readonly reply?: ScriptedReply
  /** API key that the model requires, if any. */
  readonly apiKey?: string
}

type ProductOptions = {
  /** Environment variables of the product, in addition to the default ones. */
  readonly settings?: Readonly<Record<string, string>>
}

type Tool = {
  readonly name: string
  /** Prompts by key. */
  readonly prompts: Readonly<Record<string, string>>
  /** Name of the model that the tool asks; its price determines the estimates of dry runs. */
  readonly modelName?: string
}

export type Story = {
  readonly model: CannedModelServer
  readonly product: Product
  readonly browser: Browser
  readonly visit: Visit
  close(): Promise<void>
}

export type ToolStory = Story & {
  /** Project of the tool. */
  readonly projectId: string
}

/** Starts a product that has been set up and a model, and signs the product's admin in at a browser. */
export async function openStory({
  settings = {},
  ...modelOptions
}: Model & ProductOptions = {}): Promise<Story> {
  await using opening = new AsyncDisposableStack()
  const model = opening.use(await startCannedModelServer(modelOptions))
  const product = await startPreparedProduct(settings)
  opening.defer(product.stop)
  const browser = await openBrowser()
  opening.defer(() => browser.close())
  const visit = await startVisit(browser, product)
  await signIn(visit.page, product)
  const resources = opening.move()
  return { model, product, browser, visit, close: () => resources.disposeAsync() }
}

/** Opens a story with a tool that asks the model. */
export async function openToolStory({
  name,
  prompts,
  modelName = 'canned',
  ...storyOptions
}: Model & ProductOptions & Tool): Promise<ToolStory> {
  const story = await openStory(storyOptions)
  try {
    const toolOptions = { modelUrl: story.model.url, model: modelName, name, prompts }
    return { ...story, projectId: await makeModelTool(story.visit.page, toolOptions) }
  } catch (error) {
    await story.close()
    throw error
  }
}
