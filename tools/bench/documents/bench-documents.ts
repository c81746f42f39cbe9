import {
  openRealisticKinds,
  type RealisticKind,
} from '../../realistic-documents/realistic-documents.ts'
import { describeFolder, type FolderFile, folderCorpus, readFolder } from './folder-corpus.ts'
import { type NamedCorpus, realisticCorpus } from './realistic-corpus.ts'

/** The documents that the parts of the benchmark send. Each call returns a new corpus, which remembers answers for itself. */
export type BenchDocuments = {
  /** A sentence that is printed below the tables. */
  readonly description: string
  readonly all: () => NamedCorpus
  /** Leaves out images, which need OCR as a whole, unless there are only images. */
  readonly withoutImages: () => NamedCorpus
  readonly images: () => NamedCorpus
}

/** Opens the documents of a folder, or the twelve realistic ones. */
export async function openDocuments(folder: string | undefined): Promise<BenchDocuments> {
  const kinds = await openRealisticKinds()
  const isImage = ({ extension }: RealisticKind) => extension === 'jpg'
  const images = () => realisticCorpus(kinds.filter(isImage))
  if (folder === undefined) {
    return {
      description: 'Documents: the twelve realistic ones in turn, each copy with another number.',
      all: () => realisticCorpus(kinds),
      withoutImages: () => realisticCorpus(kinds.filter((kind) => !isImage(kind))),
      images,
    }
  }
  const files = readFolder(folder)
  return {
    description: describeFolder(files),
    all: () => folderCorpus(files),
    withoutImages: () =>
      corpusOf(
        files.filter((file) => !file.isImage),
        () => folderCorpus(files),
      ),
    images: () =>
      corpusOf(
        files.filter((file) => file.isImage),
        images,
      ),
  }
}

const corpusOf = (files: readonly FolderFile[], fallback: () => NamedCorpus) =>
  files.length > 0 ? folderCorpus(files) : fallback()
