import { omitUndefined } from '@recto/omit-undefined'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type ToolOptions,
} from '../../testing/make-tool.ts'
import type { Person, TestFile, TestReply } from '../../testing/people.ts'
import type { Corpus } from './corpus.ts'
import { orders } from './orders.ts'

export type OrderDeployment = { readonly path: string; readonly key: string }

type Tool = ToolOptions

type OrderDeploymentOptions = {
  /** It is also the name in the deployment's URL. */
  readonly name: string
  readonly modelUrl?: string | undefined
  /** How long a call of the model may take; the usual time unless stated. */
  readonly timeoutSeconds?: number | undefined
  /** Whether the model's service keeps replies, so that they can be fetched after a crash. */
  readonly keepsReplies?: boolean | undefined
  /** Settings of the project that differ from the usual ones. */
  readonly project?: ToolOptions['project']
}

/** What is read: all fields of orders unless stated. */
type Documents = { readonly fields?: number | undefined; readonly corpus?: Corpus | undefined }

const compatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'

/** A deployment that reads orders; `fields` says how many of the fields are asked for, all unless stated. */
export async function deployOrders(
  admin: Person,
  { fields, corpus, ...deploymentOptions }: OrderDeploymentOptions & Documents,
): Promise<OrderDeployment> {
  return deployFields(admin, { ...deploymentOptions, ...(await toolPartsOf({ fields, corpus })) })
}

async function toolPartsOf({ fields, corpus = orders }: Documents) {
  const sample = { ...(await corpus.fileOf(0)), field: 'file' }
  return { fields: corpus.fields.slice(0, fields), sample }
}

/** A deployment that answers fields, by a model when its address is given, else without. */
export async function deployFields(
  admin: Person,
  deploymentOptions: OrderDeploymentOptions & Pick<Tool, 'fields' | 'sample'>,
): Promise<OrderDeployment> {
  const { name } = deploymentOptions
  const { toolId } = await makeFieldsTool(admin, deploymentOptions)
  const workflow = await makeWorkflow(admin, name, toolId)
  const { path, key } = await makeDeployment(admin, name, workflow)
  return { path, key }
}

/** A tool that reads orders, for what is no deployment. Returns its id. */
export async function makeOrderTool(
  admin: Person,
  { fields, corpus, ...deploymentOptions }: OrderDeploymentOptions & Documents,
): Promise<string> {
  const toolParts = await toolPartsOf({ fields, corpus })
  const { toolId } = await makeFieldsTool(admin, { ...deploymentOptions, ...toolParts })
  return toolId
}

async function makeFieldsTool(
  admin: Person,
  {
    name,
    fields,
    sample,
    project,
    ...model
  }: OrderDeploymentOptions & Pick<Tool, 'fields' | 'sample'>,
) {
  const llmId = model.modelUrl === undefined ? undefined : await addModel(admin, { name, ...model })
  return makeTool(admin, { name, fields, ...omitUndefined({ sample, llmId, project }) })
}

async function addModel(
  admin: Person,
  { name, modelUrl, timeoutSeconds, keepsReplies }: OrderDeploymentOptions,
): Promise<string> {
  const settings = omitUndefined({ timeout: timeoutSeconds, keep_replies: keepsReplies })
  const { body } = await admin.post('adapter/', {
    adapter_id: compatible,
    adapter_name: `Canned model of ${name}`,
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${modelUrl}/v1`, model: 'canned', ...settings },
  })
  return body.id
}

const bearer = ({ key }: OrderDeployment) => ({ headers: { authorization: `Bearer ${key}` } })

export type SendingOptions = {
  readonly files: readonly TestFile[]
  readonly seconds: number
  /** The caller hangs up. */
  readonly signal?: AbortSignal
}

/** With 0 seconds it does not wait for the result. */
export function sendOrders(
  person: Person,
  deployment: OrderDeployment,
  { files, seconds, signal }: SendingOptions,
): Promise<TestReply> {
  const fields = { timeout: String(seconds), include_metadata: 'true' }
  return person.upload(deployment.path, { files, fields }, { ...bearer(deployment), signal })
}

export function fetchOrders(
  person: Person,
  deployment: OrderDeployment,
  executionId: string,
): Promise<TestReply> {
  const query = `execution_id=${executionId}&include_metadata=true`
  return person.get(`${deployment.path}?${query}`, bearer(deployment))
}
