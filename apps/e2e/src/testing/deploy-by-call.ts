import type { Page } from 'playwright-core'
import { askAs } from './ask-as.ts'

type CalledDeploymentOptions = {
  /** Name of an exported tool. */
  readonly tool: string
  /** Name in the address of the deployment. */
  readonly apiName: string
}

type SendResult = {
  readonly executionId: string
  /** Results by file name; a file in review has an empty one. */
  readonly results: ReadonlyMap<string, unknown>
}

/** Deploys a tool as an API without using the pages; returns a function that sends files to it. */
export async function deployByCall(page: Page, { tool: name, apiName }: CalledDeploymentOptions) {
  const { ask, post } = await askAs(page)
  const tools = await ask('tool/')
  const tool_id = tools.find((one: { name: string }) => one.name === name).function_name
  const { id: workflowId } = await post('workflow/', { workflow_name: `${name} by call` })
  for (const end of await ask(`workflow/${workflowId}/endpoint/`)) {
    const data = { connection_type: 'API' }
    await ask(`workflow/endpoint/${end.id}/`, { method: 'PATCH', data })
  }
  await post('tool_instance/', { workflow_id: workflowId, tool_id })
  const { api_endpoint, api_key } = await post('api/deployment/', {
    workflow: workflowId,
    display_name: name,
    api_name: apiName,
  })

  /** Sends files, given by their names, and waits for their results unless told otherwise. */
  async function send(
    files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
    { waits = true }: { readonly waits?: boolean } = {},
  ): Promise<SendResult> {
    const form = new FormData()
    form.set('timeout', waits ? '60' : '0')
    for (const [file, content] of Object.entries(files))
      form.append('files', new Blob([content]), file)
    const reply = await page.request.fetch(`/${api_endpoint}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_key}` },
      multipart: form,
    })
    const { message } = await reply.json()
    const results: { readonly file: string; readonly result: unknown }[] = message.result ?? []
    return {
      executionId: message.execution_id,
      results: new Map(results.map(({ file, result }) => [file, result])),
    }
  }

  return { workflowId: workflowId as string, send }
}

/** A deployment that was created by requests. */
export type CalledDeployment = Awaited<ReturnType<typeof deployByCall>>
