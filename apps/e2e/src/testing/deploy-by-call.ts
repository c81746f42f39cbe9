import type { Page } from 'playwright-core'
import { askAs } from './ask-as.ts'

type Wanted = {
  /** Of a tool that is exported. */
  readonly tool: string
  /** Of the deployment, in its address. */
  readonly apiName: string
}

type Sent = {
  readonly executionId: string
  /** The results by the names of the files; empty of one that people look at. */
  readonly results: ReadonlyMap<string, unknown>
}

/** A workflow that is asked by calls and answers them, past the pages, and how files are sent to it. */
export async function deployByCall(page: Page, { tool: name, apiName }: Wanted) {
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

  /** Files by their names. */
  async function send(
    files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
  ): Promise<Sent> {
    const form = new FormData()
    form.set('timeout', '60')
    for (const [file, content] of Object.entries(files))
      form.append('files', new Blob([content]), file)
    const reply = await page.request.fetch(`/${api_endpoint}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_key}` },
      multipart: form,
    })
    const { message } = await reply.json()
    const results: { readonly file: string; readonly result: unknown }[] = message.result
    return {
      executionId: message.execution_id,
      results: new Map(results.map(({ file, result }) => [file, result])),
    }
  }

  return { workflowId: workflowId as string, send }
}

/** A deployment that was made by calls. */
export type CalledDeployment = Awaited<ReturnType<typeof deployByCall>>
