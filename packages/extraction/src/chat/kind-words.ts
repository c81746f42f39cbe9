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

/** Plurals that have another ending than `s`. */
const documentPlurals: ReadonlySet<string> = new Set(
  `dokumente dokumenten dateien unterlagen belege belegen rechnungen auftrage auftragen bestellungen vertrage vertragen
  angebote angeboten lieferscheine lieferscheinen kontoauszuge kontoauszugen lohnabrechnungen gehaltsabrechnungen
  abrechnungen quittungen berichte berichten befunde befunden mahnungen policen gutschriften
  documenten bestanden facturen rekeningen bestellingen contracten bonnen afschriften rekeningafschriften loonstroken
  rapporten polissen
  documenti fatture ordini contratti ricevute scontrini preventivi bollette cedolini referti polizze relazioni`.split(
    /\s+/,
  ),
)

/** Whether a word stands for several documents: `invoices`, `Rechnungen`. */
export function isDocumentPlural(word: string): boolean {
  if (documentPlurals.has(word)) return true
  const singular = word.replace(/s$/, '')
  return singular !== word && isDocumentWord(word) && isDocumentWord(singular)
}

/** The kinds of documents that a word stands for. */
export const getKindsOfWord = (word: string): readonly string[] => readKindPhrase(word).kinds
