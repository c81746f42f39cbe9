import { drawPdf, write } from '@recto/document-reader/testing/draw-pdf'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortText } from '../../entry/testing/hostile-files.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer

beforeAll(async () => {
  model = await startCannedModelServer({ reply: 'KD-5512' })
  server = await startServer({ worker: true })
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const part = (name: string, type: string, content: Uint8Array | string) => [
  '--x',
  `Content-Type: ${type}`,
  `Content-Disposition: attachment; filename="${name}"`,
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(content).toString('base64'),
]

async function mailWithInvoice(): Promise<Buffer> {
  const invoice = await drawPdf((drawing) => {
    write(drawing, 'Invoice', 50, 50)
    drawing.addPage()
    write(drawing, 'Customer number: KD-5512', 50, 50)
  })
  const lines = [
    'From: ann@example.com',
    'To: bob@example.com',
    'Subject: papers',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Please book the attached.',
    ...part('invoice.pdf', 'application/pdf', invoice),
    ...part('tool.bin', 'application/octet-stream', new Uint8Array([0, 1, 2, 255, 254, 0, 7, 9])),
    '--x--',
  ]
  return Buffer.from(lines.join('\r\n'))
}

test('a value comes from an attachment of a mail with its page, and what was not read is named', async () => {
  const ada = server.as('admin')
  const { toolId } = await makeTool(ada, {
    name: 'mail',
    llmId: await studioOf(ada).cannedLlm(model),
    sample: { ...shortText(), field: 'file' },
    fields: [{ key: 'customer', prompt: 'What is the customer number?' }],
  })
  const { path, key } = await makeDeployment(ada, 'mail', await makeWorkflow(ada, 'mail', toolId))
  const file = {
    ...shortText(),
    name: 'papers.eml',
    content: await mailWithInvoice(),
    type: 'message/rfc822',
  }

  const { body } = await server.anonymous.upload(
    path,
    { files: [file], fields: { timeout: '60', include_metadata: 'true' } },
    { headers: { authorization: `Bearer ${key}` } },
  )

  const { result } = body.message.result[0]
  expect(JSON.stringify(model.requests)).toContain('Customer number: KD-5512')
  expect(result.output).toEqual({ customer: 'KD-5512' })
  expect(result.metadata.evidence_data.customer).toEqual([
    expect.objectContaining({ page: 2, quote: 'KD-5512' }),
  ])
  expect(result.metadata.warnings).toEqual([
    expect.stringMatching(/^The attachment “tool\.bin” was not read: /),
  ])
})
