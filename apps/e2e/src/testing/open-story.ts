import {
  type CannedModelServer,
  type ScriptedReply,
  startCannedModelServer,
} from '@recto/testkit/canned-model-server'
import type { Browser } from 'playwright-core'
import { makeModelTool } from './make-model-tool.ts'
import { openBrowser } from './open-browser.ts'
import { signIn } from './sign-in.ts'
import { type Product, startProduct } from './start-product.ts'
import { startVisit, type Visit } from './visit.ts'

type Model = {
  /** What it says whenever no turn is scripted. */
  readonly reply?: ScriptedReply
  /** When given, it refuses any other. */
  readonly apiKey?: string
}

type Tool = {
  readonly name: string
  /** By their keys. */
  readonly prompts: Readonly<Record<string, string>>
  /** Of the model that the tool asks; by its price, dry runs tell what they expect. */
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
  /** Of the tool. */
  readonly projectId: string
}

/** A product as it comes, a model beside it, and the product's admin signed in at a browser. */
export async function openStory(given: Model = {}): Promise<Story> {
  await using opening = new AsyncDisposableStack()
  const model = opening.use(await startCannedModelServer(given))
  const product = await startProduct()
  opening.defer(product.stop)
  const browser = await openBrowser()
  opening.defer(() => browser.close())
  const visit = await startVisit(browser, product)
  await signIn(visit.page, product)
  const opened = opening.move()
  return { model, product, browser, visit, close: () => opened.disposeAsync() }
}

/** The same with a tool that asks the model. */
export async function openToolStory({
  name,
  prompts,
  modelName = 'canned',
  ...given
}: Model & Tool): Promise<ToolStory> {
  const story = await openStory(given)
  try {
    const wanted = { modelUrl: story.model.url, model: modelName, name, prompts }
    return { ...story, projectId: await makeModelTool(story.visit.page, wanted) }
  } catch (error) {
    await story.close()
    throw error
  }
}
