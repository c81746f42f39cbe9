import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { detectType } from '@recto/document-reader/detect/detect-type'
import type { DetectedType } from '@recto/document-reader/detect/file-type'
import { documentFields } from '../../realistic-documents/realistic-documents.ts'
import type { NamedCorpus } from './realistic-corpus.ts'
import { canVary, varyCopy } from './vary-copy.ts'

export type FolderFile = {
  readonly name: string
  readonly bytes: Uint8Array
  readonly type: DetectedType['type']
  readonly isImage: boolean
}

/** Text beside documents usually says what is right about them. */
const kinds: ReadonlySet<DetectedType['kind']> = new Set(['pdf', 'image', 'office'])
const mails: ReadonlySet<DetectedType['type']> = new Set(['eml', 'msg'])

/** Reads the documents of a folder, without those of the folders in it, sorted by name. */
export function readFolder(folder: string): readonly FolderFile[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder “${folder}”. Name a folder with documents.`)
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
  const files = names.flatMap((name) => {
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const { kind, type } = detectType(bytes, name)
    const isDocument = kinds.has(kind) || mails.has(type)
    return isDocument ? [{ name, bytes, type, isImage: kind === 'image' }] : []
  })
  if (files.length === 0)
    throw new Error(
      `The folder “${folder}” has no document. Put PDFs, images, office files or mails into it.`,
    )
  return files
}

/** Says which files are sent more than once and whether their copies differ. */
export function describeFolder(files: readonly FolderFile[]): string {
  const equal = files.filter(({ type }) => !canVary(type)).map(({ name }) => name)
  const equalText = equal.length > 0 ? ` Copies of these are equal: ${equal.join(', ')}.` : ''
  return `Documents: ${files.length} files, sent in turn as often as needed. Each copy has a comment with another number.${equalText}`
}

/**
 * Copies of the files in turn. Nobody knows the right values: they have to be the same for all copies of a file.
 * Each way of answering needs a corpus of its own, because another one may answer in another way.
 */
export function folderCorpus(files: readonly FolderFile[]): NamedCorpus {
  const answers = new Map<string, unknown>()
  const fileAt = (number: number) => files[number % files.length] as FolderFile
  const isSame = (number: number, key: string, value: unknown) => {
    const place = `${fileAt(number).name}/${key}`
    const answer = JSON.stringify(value)
    if (!answers.has(place)) answers.set(place, answer)
    return answers.get(place) === answer
  }
  const fileNameOf = (number: number) => {
    const { name } = fileAt(number)
    const extension = extname(name)
    return `${name.slice(0, name.length - extension.length)}-${number}${extension}`
  }
  return {
    fields: documentFields,
    replyModule: new URL('./reply.ts', import.meta.url),
    count: files.length,
    nameOf: (number) => fileAt(number).name,
    fileNameOf,
    fileOf: async (number) => {
      const { bytes, type } = fileAt(number)
      return { name: fileNameOf(number), content: varyCopy(bytes, type, number), field: 'files' }
    },
    isRight: isSame,
    mayFail: (number, hasFailed) => isSame(number, 'no result', hasFailed),
  }
}
