import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import { makeConnector, makeFlow } from '../../testing/make-pipeline.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { recto, type Variables } from './run-recto.ts'

/** Returns the files of a folder by their names. */
export async function readAll(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
}

/** Returns the files of an organization. */
export async function pullFiles(variables: Variables) {
  const folder = await mkdtemp(join(tmpdir(), 'recto-pulled-'))
  const { code, said: problem } = await recto(['pull', folder], variables)
  const files = await readAll(folder)
  await rm(folder, { recursive: true })
  if (code !== 0) throw new Error(problem)
  return files
}

export async function makeKey(person: Person): Promise<string> {
  const { body } = await person.post('platform-api/keys/', {
    name: 'As code',
    description: 'Pulls and applies',
    permission: 'full_access',
  })
  return body.key
}

export const secretKey = 'sk-of-the-source'
export const hookAddress = 'https://hooks.example.org/services/T0/secret-path'
const hookKey = 'bearer-of-the-hook'

/** The variables that the files of the filled organization refer to. */
export const secrets: Variables = {
  RECTO_ADAPTER_LLM_CANNED_API_KEY: secretKey,
  RECTO_CONNECTOR_SCANS_SECRET: secretKey,
  RECTO_CONNECTOR_LEDGER_PASSWORD: secretKey,
  RECTO_NOTIFICATION_RUNS_OF_DEPLOYMENT_PAYABLES_URL: hookAddress,
  RECTO_NOTIFICATION_RUNS_OF_DEPLOYMENT_PAYABLES_AUTHORIZATION_KEY: hookKey,
}

const compatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'
const bucket = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
const postgresql = 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb'

export const sample = { name: 'bill.txt', content: 'Invoice number: 4711\nTotal: 12.50 EUR\n' }

/** Fills an organization with objects of every kind that travels as a file. */
export async function fillOrganization(person: Person, models: CannedModelServer) {
  const { body: llm } = await person.post('adapter/', {
    adapter_id: compatible,
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, api_key: secretKey, model: 'canned' },
  })
  const files = { endpoint_url: 'http://127.0.0.1:9', region_name: 'eu', key: 'k' }
  const scans = await makeConnector(person, 'Scans', bucket, { ...files, secret: secretKey })
  const database = { host: '127.0.0.1', port: '9', database: 'db', user: 'reader' }
  await makeConnector(person, 'Ledger', postgresql, { ...database, password: secretKey })
  const suppliers = 'No,Name,Postcode\n007,"Müller, ""Bau""",01067\n010,Nord,20095\n'
  await person.upload('lookup-tables/', {
    files: [{ name: 'suppliers.csv', content: suppliers }],
    fields: { name: 'Suppliers', columns: '[{"name":"Postcode","type":"text"}]' },
  })
  const fields = [
    { key: 'number', prompt: 'What is the invoice number?' },
    { key: 'total', prompt: 'What is the total?', type: 'number' },
  ]
  const project = { preamble: 'Read: carefully.', prompt_grammer: { Total: ['Sum', 'Amount'] } }
  const tool = await makeTool(person, {
    name: 'Bills: all',
    fields,
    sample,
    llmId: llm.id,
    project,
  })
  const workflowId = await makeWorkflow(person, 'Payables', tool.toolId)
  const deployment = await makeDeployment(person, 'payables', workflowId)
  const end = { connection_type: 'FILESYSTEM', connector_instance: scans }
  const flowId = await makeFlow(person, 'Nightly', {
    toolId: tool.toolId,
    source: { ...end, configuration: { folders: ['/bucket/in'], maxFiles: 10 } },
    destination: { ...end, configuration: { outputFolder: '/bucket/out' } },
  })
  const { body: pipeline } = await person.post('pipeline/', {
    pipeline_name: 'Every night',
    workflow: flowId,
    pipeline_type: 'TASK',
    cron_string: '0 3 * * *',
    time_zone: 'Europe/Berlin',
  })
  await person.patch(`pipeline/${pipeline.id}/`, { active: false })
  await person.post('notifications/', {
    name: 'Runs',
    notification_type: 'WEBHOOK',
    api: deployment.id,
    url: hookAddress,
    authorization_type: 'BEARER',
    authorization_key: hookKey,
    platform: 'API',
    max_retries: 2,
  })
  await person.post('manual_review/db_rules/', {
    workflow: workflowId,
    percentage: 0,
    rule_logic: 'OR',
    rule_json: {
      combinator: 'and',
      rules: [{ field: 'value:number', operator: 'equal', value: 'unreadable' }],
    },
  })
  await person.post('manual_review/settings/', { workflow: workflowId, sync_with: 'Queue' })
  const { projectId, documentId } = tool
  return { deployment, projectId, documentId }
}
