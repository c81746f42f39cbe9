/** Sends documents to an API deployment of Recto and prints their values. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
// This import works within this repository; elsewhere it is `@recto/client/deployment`.
import { CallRefused, openDeployment } from '../../packages/client/src/deployment.ts'

const { RECTO_ADDRESS: address = '', RECTO_KEY: key = '' } = process.env
const deployment = openDeployment({ address, key, fetch })

const documents = await Promise.all(
  process.argv
    .slice(2)
    .map(async (path) => ({ name: basename(path), content: await readFile(path) })),
)
try {
  // Under this key the request is taken in once, also when it has to be sent again.
  const items = await deployment.extract({ documents, idempotencyKey: randomUUID() })
  for (const { file, status, error, result } of items) {
    if (status !== 'Success') {
      process.exitCode = 1
      console.error(`${file}: ${error}`)
      continue
    }
    const { output } = result as { readonly output: Readonly<Record<string, unknown>> }
    for (const [name, value] of Object.entries(output)) {
      console.log([file, name, JSON.stringify(value)].join('\t'))
    }
  }
} catch (error) {
  if (!(error instanceof CallRefused)) throw error
  console.error(`Refused with ${error.status}: ${error.message}`)
  process.exitCode = 2
}
