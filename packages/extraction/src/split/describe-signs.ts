import type { BoundaryPlace } from './boundary-place.ts'
import type { PageLabel } from './page-label.ts'

type SignText = string | ((place: BoundaryPlace) => string)

const maxShown = 40
const maxShownValues = 2

function labelText(label: PageLabel | undefined): string {
  if (!label) return 'a page without number'
  return label.total === undefined ? `page ${label.page}` : `page ${label.page} of ${label.total}`
}

const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)

const list = (values: Iterable<string>) =>
  [...values].slice(0, maxShownValues).map(shorten).join(', ')

const numbersOf = ({ ownNumbers }: BoundaryPlace['page']) =>
  list(new Set(ownNumbers.map(({ value }) => value.toUpperCase())))

/** These texts tell people what each sign means; places fill them with what the pages show. */
const signDescriptions = {
  countedAnew: ({ page, previous }) =>
    `It is ${labelText(page.label)}, behind ${labelText(previous.label)}`,
  countedAnewEarly: ({ page, previous }) =>
    `It is ${labelText(page.label)}, behind ${labelText(previous.label)}`,
  numberedAnew: ({ previous }) => `Page numbers begin again, behind ${labelText(previous.label)}`,
  firstPage: ({ page }) => `It is ${labelText(page.label)}`,
  firstOfSeveral: ({ page }) => `It is ${labelText(page.label)}`,
  otherTotal: ({ page, previous }) =>
    `It counts ${page.label?.total} pages, and the page before ${previous.label?.total}`,
  nextPage: ({ page, previous }) =>
    `It is ${labelText(page.label)}, behind ${labelText(previous.label)}`,
  laterPage: ({ page }) => `It is ${labelText(page.label)}`,
  samePageNumber: ({ page }) => `Both pages are ${labelText(page.label)}`,
  beforeSecond: 'The page behind it is page 2',
  countEnded: ({ previous }) => `The page before is ${labelText(previous.label)}`,
  onlyPageEnded: ({ previous }) => `The page before is ${labelText(previous.label)}`,
  countIncomplete: ({ previous }) => `The page before is ${labelText(previous.label)}`,
  sameNumber: ({ page }) => `It states the same number, ${numbersOf(page)}`,
  ownNumber: ({ page, first }) =>
    `It states number ${numbersOf(page)}, and not ${numbersOf(first)}`,
  otherNumber: ({ page }) => `It states a number of its own, ${numbersOf(page)}`,
  statedNumber: ({ page }) => `It states a number, ${numbersOf(page)}`,
  otherKind: ({ page, first }) => `Its title names another kind: ${page.kind}, not ${first.kind}`,
  otherKindWithNumber: ({ page }) => `It is titled ${page.kind} and has a number`,
  sameKindTitle: ({ page }) => `It has the title of the same kind, ${page.kind}`,
  title: ({ page }) => `It has a title: ${page.kind}`,
  otherParties: ({ page, first }) =>
    `Another sender: ${list(page.parties)}, not ${list(first.parties)}`,
  sameParties: ({ page }) => `The same sender: ${list(page.parties)}`,
  otherDate: ({ page, first }) => `Another date: ${list(page.dates)}, not ${list(first.dates)}`,
  sameDate: ({ page }) => `The same date: ${list(page.dates)}`,
  salutation: ({ page }) => `It begins a letter: ${shorten(page.salutation ?? '')}`,
  otherSalutation: ({ page }) =>
    `It is addressed to somebody else: ${shorten(page.salutation ?? '')}`,
  copy: 'It is a copy of the first page before it',
  headAgain: 'The head of the first page comes again',
  sameHead: 'It begins with the same lines as the page before',
  firstHead: 'It begins with the same lines as the first page',
  sameFoot: 'It ends with the same lines as the page before',
  otherPaper: ({ page, previous }) =>
    `Another page size: ${sizeOf(page)}, not ${sizeOf(previous)} points`,
  otherLetters: 'Its letters have another size',
  veryOtherLetters: 'Its letters have quite another size',
  otherMargin: 'Its text has another left edge',
  largeTop: 'It has a large title or letterhead',
  largeTopAlone: 'It has a large title or letterhead, and the page before has none',
  shortBefore: 'The page before ends early',
  tableGoesOn: 'The columns of a table go on',
  otherOrigin: 'One of the two pages is a scan',
  sameLook: 'Letters, edges and paper are those of the page before',
  sharedWords: 'Both pages use the same words',
  fewSharedWords: 'The pages have hardly a word in common',
  sharedFigures: 'Both pages state the same figures',
  noSharedFigures: 'The pages have no figure in common',
  otherLanguage: ({ page, previous }) =>
    `Another language: ${page.language}, not ${previous.language}`,
  sentenceGoesOn: 'A sentence goes on',
  startsLow: 'It begins within a sentence',
  carriedOn: 'It says that it goes on',
  annex: 'It is titled an annex',
  carriesOn: 'The page before says that it goes on',
  closed: 'The page before ends with a signature or greeting',
  afterBlank: 'A blank page is before it',
  littleText: 'It has little text',
  plainTop: 'It has no title, number, sender or greeting',
} satisfies Readonly<Record<string, SignText>>

const sizeOf = ({ width, height }: BoundaryPlace['page']) =>
  `${Math.round(width)} × ${Math.round(height)}`

/** Signs that are weighed; each says something in words. */
export type SignName = keyof typeof signDescriptions

/** Words for a sign, for or against a boundary. */
export function describeSign(name: SignName, place: BoundaryPlace): string {
  const text: SignText = signDescriptions[name]
  return typeof text === 'string' ? text : text(place)
}
