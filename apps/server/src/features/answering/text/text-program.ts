import type { DocumentText } from '@recto/document-text/model'
import { parseStoredDocumentText } from '@recto/document-text/stored-text'
import { type ChecksToJudge, judgeChecks } from '@recto/extraction/judge-checks'
import type { ComputeProgram } from '../../../platform/compute/serve-compute.ts'
import { maskInProcess, type TextsToMask } from '../../model-calls/model-calls.port.ts'
import { fitJudged, type TypedConfidence } from './fit-judged.ts'
import { type Embed, operate, operations } from './operations.ts'

/** A text that is parsed when an operation first needs it. */
type LazyDocument = () => DocumentText

/** The program of the compute processes: operations on the texts of large documents. */
export const textProgram: ComputeProgram<LazyDocument> = {
  open: (bytes) => lazy(() => parseStoredDocumentText(new TextDecoder().decode(bytes))),
  async run(document, operation, input, ask) {
    // These operations need no document.
    if (operation === 'maskTexts') return maskInProcess(input as TextsToMask)
    if (operation === 'judgeChecks') return judgeChecks(input as ChecksToJudge)
    if (operation === 'fitJudged') return fitJudged(input as readonly TypedConfidence[])
    if (!isOperation(operation)) throw new Error(`There is no operation ${operation}.`)
    const embed: Embed = async (texts) => (await ask(texts)) as Awaited<ReturnType<Embed>>
    return operate(document(), operation, input as never, embed)
  },
}

function lazy<T>(compute: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => {
    result ??= { value: compute() }
    return result.value
  }
}

function isOperation(name: string): name is keyof typeof operations {
  return Object.hasOwn(operations, name)
}
