/**
 * Calls a tool of an MCP server of Recto as an agent does: `agent.ts TOOL DOCUMENT`. The server is that of a deployment or
 * of an organization. Without a tool it prints the names of all, and without a document the tool gets no arguments.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const { RECTO_MCP_ADDRESS: address = '', RECTO_KEY: key = '' } = process.env
const [tool, path] = process.argv.slice(2)

const client = new Client({ name: 'example', version: '1.0.0' })
const transport = new StreamableHTTPClientTransport(new URL(address), {
  requestInit: { headers: { authorization: `Bearer ${key}` } },
})
try {
  // The client's own types disagree with themselves under exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0])
  if (tool === undefined) {
    const { tools } = await client.listTools()
    for (const { name, description } of tools) console.log([name, description].join('\t'))
  } else {
    const { content, isError } = await client.callTool({
      name: tool,
      arguments: path === undefined ? {} : { documents: [await toDocument(path)] },
    })
    for (const part of content as { readonly text: string }[]) console.log(part.text)
    if (isError) process.exitCode = 1
  }
  await client.close()
} catch (error) {
  if (!(error instanceof StreamableHTTPError)) throw error
  console.error(`Refused with ${error.code}: ${error.message}`)
  process.exitCode = 2
}

async function toDocument(file: string) {
  return { name: basename(file), content: (await readFile(file)).toString('base64') }
}
