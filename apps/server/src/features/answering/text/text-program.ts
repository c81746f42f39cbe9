import { parseStoredDocumentText } from '@recto/document-text/stored-text'
import { type ChecksToJudge, judgeChecks } from '@recto/extraction/judge-checks'
import type { Program } from '../../../platform/compute/serve-compute.ts'
import { maskInPlace, type TextsToMask } from '../../model-calls/model-calls.port.ts'
import { fitJudged, type JudgedConfidence } from './fit-judged.ts'
import { type Embed, operate, operations } from './operations.ts'

/** A text that is parsed when the first operation looks into it. */
type Subject = () => ReturnType<typeof parseStoredDocumentText>

/** What the processes do: the operations over the texts of large documents. */
export const textProgram: Program<Subject> = {
  open: (bytes) => once(() => parseStoredDocumentText(new TextDecoder().decode(bytes))),
  async run(document, operation, input, ask) {
    // Of texts alone, whatever document they are from.
    if (operation === 'maskTexts') return maskInPlace(input as TextsToMask)
    if (operation === 'judgeChecks') return judgeChecks(input as ChecksToJudge)
    if (operation === 'fitJudged') return fitJudged(input as readonly JudgedConfidence[])
    if (!isOperation(operation)) throw new Error(`There is no operation ${operation}.`)
    const embed: Embed = async (texts) => (await ask(texts)) as Awaited<ReturnType<Embed>>
    return operate(document(), operation, input as never, embed)
  },
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function isOperation(name: string): name is keyof typeof operations {
  return Object.hasOwn(operations, name)
}
