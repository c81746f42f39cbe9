import { parseStoredDocumentText } from '@recto/document-text/stored-text'
import { serveCompute } from '../../../platform/compute/serve-compute.ts'
import { type Embed, operate, operations } from './operations.ts'

/** The program of the threads: the operations over the texts of large documents. */
serveCompute({
  open: (bytes) => parseStoredDocumentText(new TextDecoder().decode(bytes)),
  run(document, operation, input, ask) {
    if (!isOperation(operation)) throw new Error(`There is no operation ${operation}.`)
    const embed: Embed = async (texts) => (await ask(texts)) as Awaited<ReturnType<Embed>>
    return operate(document, operation, input as never, embed)
  },
})

function isOperation(name: string): name is keyof typeof operations {
  return Object.hasOwn(operations, name)
}
