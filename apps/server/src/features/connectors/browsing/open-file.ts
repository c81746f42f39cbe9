import type { OpenedFile } from '@recto/provider-spec/file-connector'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { explainConnectorError } from '../opening/explain-connector-error.ts'
import { type ConnectorNeeds, openFileConnector } from '../opening/open-connector.ts'
import { getVisibleConnector } from '../rows/get-connector.ts'

type Needs = Pick<Context, 'db'> & ConnectorNeeds
type Input = { readonly actor: Actor; readonly id: string; readonly path: string }

/** A file to send on. Ends its connection when it was read or left. */
export async function openFile(ctx: Needs, { actor, id, path }: Input): Promise<OpenedFile> {
  const { name } = await getVisibleConnector(ctx, { actor, id })
  const { connector } = await openFileConnector(ctx, tenantOf(ctx, actor), id)
  try {
    const { entry, bytes } = await connector.open(path.replace(/^\/+/, ''))
    return { entry, bytes: andThen(bytes, () => connector.close()) }
  } catch (error) {
    await connector.close()
    throw explainConnectorError(error, { name })
  }
}

async function* andThen<T>(items: AsyncIterable<T>, then: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* items
  } finally {
    await then()
  }
}
