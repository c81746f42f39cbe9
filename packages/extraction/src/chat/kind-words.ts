import { type MeaningToken, toMeaningTokens } from '../built-in/concepts/meaning-tokens.ts'
import { isKind } from '../built-in/question-support.ts'

const documentWords: ReadonlySet<string> = new Set(
  'document documents file files paper papers dokument dokumente dokumenten datei dateien fichier fichiers documento documentos documenti archivo archivos documenten bestand bestanden'.split(
    ' ',
  ),
)

/** Whether a word stands for a document without naming its kind. */
export const isAnyDocument = (word: string): boolean => documentWords.has(word)

type KindPhrase = {
  /** The kinds of documents that the phrase stands for; empty where it stands for none. */
  readonly kinds: readonly string[]
  /** The documents are about these. */
  readonly subjects: readonly MeaningToken[]
}

const noKind: KindPhrase = { kinds: [], subjects: [] }

/** Reads a phrase that ends with a word for a kind of document: `invoice`, `electricity bill`, `Stromrechnung`. */
export function readKindPhrase(phrase: string): KindPhrase {
  const tokens = toMeaningTokens(phrase)
  const subjects = tokens.slice(0, -1)
  const saysSubjectsOnly = subjects.every(({ group }) => group === 'things' || group === 'contexts')
  return saysSubjectsOnly ? { kinds: (tokens.at(-1)?.keys ?? []).filter(isKind), subjects } : noKind
}

/** Whether a word stands for a document of any kind. */
export function isDocumentWord(word: string): boolean {
  const { kinds, subjects } = readKindPhrase(word)
  return isAnyDocument(word) || (kinds.length > 0 && subjects.length === 0)
}

/** Whether a word stands for a document or for its subject: `invoice`, `insurance`. */
export const isSubjectWord = (word: string): boolean =>
  isDocumentWord(word) || toMeaningTokens(word).some(({ group }) => group === 'contexts')
