import { type Passage, slicePassage } from '../align/passage.ts'
import { findEmails, findPhones } from '../values/shapes.ts'
import { toMeaningTokens } from './concepts/meaning-tokens.ts'
import { toMeantQuestion } from './concepts/meant-question.ts'
import { addReasons } from './explanations.ts'
import type { FieldQuestion } from './field-question.ts'
import type { LabelPair, PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const maxHeadingWords = 4
/** Things that the sections of a curriculum vitae are about; at least two of them must be headings. */
const sectionThings: ReadonlySet<string> = new Set([
  'education',
  'experience',
  'skills',
  'language',
  'reference',
  'referee',
  'course',
  'job',
])
const minSections = 2
const maxHeadLines = 14

const heads = new WeakMap<PreparedDocument, readonly Passage[]>()

/** The cells above the first section of a curriculum vitae; none in other documents. */
function getCurriculumHead(preparedDocument: PreparedDocument): readonly Passage[] {
  const cachedHead = heads.get(preparedDocument)
  if (cachedHead) return cachedHead
  const head = findCurriculumHead(preparedDocument)
  heads.set(preparedDocument, head)
  return head
}

function findCurriculumHead({ rows }: PreparedDocument): readonly Passage[] {
  const sections = rows
    .map(({ cells }, index) => ({ index, things: cells.length < 3 ? cells.flatMap(toThings) : [] }))
    .filter(({ things }) => things.length > 0)
  const things = new Set(sections.flatMap((section) => section.things))
  const [first] = sections
  if (!first || things.size < minSections || !(things.has('education') || things.has('experience')))
    return []
  return rows.slice(0, Math.min(first.index, maxHeadLines)).flatMap(({ cells }) => cells)
}

/** Returns what a heading of a section is about. */
function toThings(cell: Passage): readonly string[] {
  if (cell.words.length > maxHeadingWords || /[\d.,@]/u.test(cell.text)) return []
  return toMeaningTokens(cell.text)
    .flatMap(({ keys }) => keys)
    .filter((key) => sectionThings.has(key))
}

const personRoles = ['applicant', 'person', 'employee']
const nameLine = /^(?:\p{Lu}[\p{L}'’.-]+ ){1,4}\p{Lu}[\p{L}'’-]+$/u

/**
 * Finds the name, the email address or the telephone of the person whom a curriculum vitae is about: they
 * stand above its first section.
 */
export function findInCurriculumHead(
  preparedDocument: PreparedDocument,
  { question, field, uncoveredWords }: FieldQuestion,
): Finding | undefined {
  const head = getCurriculumHead(preparedDocument)
  if (head.length === 0) return undefined
  const { concepts, asksName, tokens } = toMeantQuestion(question, preparedDocument.dateOrder)
  const isAboutPerson = personRoles.some((role) => concepts.has(role))
  const namesOther = tokens.some(({ group }) => group === 'roles')
  if (namesOther || (!isAboutPerson && uncoveredWords.length > 0)) return undefined
  if (concepts.has('email')) return findOnly(preparedDocument, head, findEmails)
  if (concepts.has('phone')) return findOnly(preparedDocument, head, findPhones)
  const asksPerson = isAboutPerson || field?.name === 'full-name'
  if (question.type !== 'text' || !asksName || !asksPerson) return undefined
  const name = findNameOfPerson(preparedDocument, head)
  return name && addReasons(toFinding(name, name.text, name.text), topReason(name.page))
}

const titleKeys: ReadonlySet<string> = new Set(['curriculum', 'person', 'contact', 'address'])

const findNameOfPerson = ({ pairs }: PreparedDocument, head: readonly Passage[]) =>
  pairs.find(isLabeledName)?.value ?? head.find(isNameLine)

/** Whether a line can be a name, and is no title of the document or of a section. */
const isNameLine = ({ text }: Passage): boolean =>
  nameLine.test(text) &&
  !toMeaningTokens(text).some(({ keys }) => keys.some((key) => titleKeys.has(key)))

/** Whether a label says no more than that its value is a name. */
const isLabeledName = ({ label, relation, value }: LabelPair): boolean =>
  (relation === 'after-colon' || relation === 'right') &&
  nameLine.test(value.text) &&
  toMeaningTokens(label.text).every(({ keys }) => keys.includes('name'))

const topReason = (page: number) =>
  ({ kind: 'beside', what: 'the top of the document', page }) as const

type Match = { readonly start: number; readonly end: number; readonly value: string }

function findOnly(
  { document }: PreparedDocument,
  head: readonly Passage[],
  find: (text: string) => readonly Match[],
): Finding | undefined {
  const findings = head.flatMap((cell) =>
    find(cell.text)
      .map(({ start, end, value }) => {
        const part = slicePassage(document, cell, start, end)
        return part && addReasons(toFinding(part, value, value), topReason(part.page))
      })
      .filter((value) => value !== undefined),
  )
  return new Set(findings.map(({ value }) => value)).size === 1 ? findings[0] : undefined
}
